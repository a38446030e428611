import { spyOn } from 'bun:test'
import type { SettlementQueue } from '../../src/accounts/settlement-queue.ts'

/** A settlement that waits for a test. */
export interface HeldSettlement {
  /** Resolves when the first settlement is asked for. */
  readonly reached: Promise<void>
  /** Lets all settlements go on. */
  goOn(): void
}

/** Holds what is to be settled from now on, until the test lets it go on. */
export function holdSettlements(settlements: SettlementQueue): HeldSettlement {
  const settle = settlements.settle.bind(settlements)
  const [reached, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  spyOn(settlements, 'settle').mockImplementation(async (...settled) => {
    reached.resolve()
    await goesOn.promise
    return settle(...settled)
  })
  return { reached: reached.promise, goOn: goesOn.resolve }
}
