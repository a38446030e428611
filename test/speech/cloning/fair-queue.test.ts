import { expect, test } from 'bun:test'
import { FairQueue } from '../../../src/speech/cloning/fair-queue.ts'
import { Gate } from '../../support/gate.ts'

/** Notes what is begun, in its order. Tasks are named by their owner and a number. */
class Work extends Gate {
  readonly begun: string[] = []
  readonly queue = new FairQueue()

  /** Adds tasks all at once. */
  add(names: string): Promise<unknown> {
    return Promise.allSettled(names.split(' ').map((name) => this.queue.add(name[0]!, () => this.#do(name))))
  }

  async #do(name: string): Promise<string> {
    this.begun.push(name)
    await this.pass()
    if (name.endsWith('!')) throw new Error(name)
    return name
  }
}

test.each([
  ['A1 A2 A3', 'A1 A2 A3', "an owner's are done in their order"],
  ['A1 A2 A3 B1', 'A1 B1 A2 A3', "another's waits for the one that is being done alone"],
  ['A1 A2 A3 B1 B2 C1', 'A1 B1 C1 A2 B2 A3', 'owners take turns'],
  ['A1 B1 A2 C1 A3', 'A1 B1 C1 A2 A3', 'who was served waits for all others'],
  ['A1! A2! B1', 'A1! B1 A2!', 'a task that fails ends like any other'],
])('%s are done as %s: %s', async (added, done) => {
  const work = new Work()
  await work.add(added)
  expect(work.begun.join(' ')).toBe(done)
})

test('one task is done at a time, and those that come meanwhile take their turns', async () => {
  const work = new Work()
  work.shut()
  const first = work.add('A1 A2 A3')
  const others = work.add('B1 B2')
  await Bun.sleep(0)
  expect(work.begun).toEqual(['A1'])
  work.open()
  await Promise.all([first, others])
  await work.add('A4')
  expect(work.begun.join(' ')).toBe('A1 B1 A2 B2 A3 A4')
})

test('a task gives what it gives to who added it', async () => {
  const queue = new FairQueue()
  const failing = queue.add('A', () => Promise.reject(new Error('failed')))
  const giving = queue.add('A', async () => 7)
  await expect(failing).rejects.toThrow('failed')
  expect(await giving).toBe(7)
})
