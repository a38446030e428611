import { availableParallelism } from 'node:os'

/** Does the work for every item, one item per core at a time. Returns the results in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const remaining = items.entries()
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (const [index, item] of remaining) results[index] = await work(item)
    }),
  )
  return results
}
