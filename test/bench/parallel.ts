import { availableParallelism } from 'node:os'

/** Does the work for every item, as many at a time as there are cores; gives the results in the items' order. */
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
