import { expect, test } from 'bun:test'

const PRIORITY = `${import.meta.dir}/../../src/system/priority.ts`

/** The niceness of a process that lowers its priority to some in turn. */
async function lowered(...niceness: readonly number[]): Promise<number> {
  const program = `
    const { getPriority } = await import('node:os')
    const { lowerPriority } = await import(${JSON.stringify(PRIORITY)})
    for (const each of ${JSON.stringify(niceness)}) lowerPriority(each)
    console.log(getPriority())`
  return Number(await Bun.spawn([process.execPath, '-e', program]).stdout.text())
}

test('the priority of a process is lowered, and is left where it is lower already: to raise it takes a right', async () => {
  expect(await lowered(19)).toBe(19)
  expect(await lowered(19, 10)).toBe(19)
})
