import { expect, test } from 'bun:test'

const PRIORITY = `${import.meta.dir}/../../src/system/priority.ts`

/** The niceness of a process that was started with one, and lowers its priority. */
async function lowered(started: number, niceness: number): Promise<number> {
  const program = `
    const { getPriority, setPriority } = await import('node:os')
    const { lowerPriority } = await import(${JSON.stringify(PRIORITY)})
    setPriority(${started})
    lowerPriority(${niceness})
    console.log(getPriority())`
  return Number(await Bun.spawn([process.execPath, '-e', program]).stdout.text())
}

test.each([
  ['is lowered', 10, 15, 15],
  ['is left as it is where it is lower, which needs no right to raise it', 15, 10, 15],
])('the priority of a process %s', async (_, started, niceness, expected) => {
  expect(await lowered(started, niceness)).toBe(expected)
})
