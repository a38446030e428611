import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import type { Speaker } from '../../src/engines/embedded/speaker.ts'
import type { FittedSpeaker, Fitter } from '../../src/speech/cloning/cloner.ts'
import type { Profile } from '../../src/speech/cloning/measure.ts'
import { CLONED } from './controlled-cloner.ts'
import { Gate } from './gate.ts'

/** The pitch of a profile that cannot be fitted (Hz). */
export const UNFIT = 13

/** A profile that is identified by its pitch (Hz). */
export function profileOf(f0: number): Profile {
  return { ...CLONED.profile, f0 }
}

/** The speaker that the test fitter makes of a profile. */
export function fittedTo({ f0 }: Profile): Speaker {
  return { ...catalogue()[0]!.speaker, logF0: Math.log(f0) }
}

/** A fitter that waits at a gate: while the gate is shut, it finishes nothing. It records the pitch of each profile. */
export class ControlledFitter extends Gate {
  readonly given: number[] = []
  readonly #model: string
  #arrived: (() => void)[] = []

  /** @param model the voice model that it fits profiles to */
  constructor(model: string) {
    super()
    this.#model = model
  }

  /** Resolves when it has received this many profiles in total. */
  async begun(count: number): Promise<void> {
    while (this.given.length < count) await new Promise<void>((resolve) => this.#arrived.push(resolve))
  }

  readonly fit: Fitter = async (profile, signal): Promise<FittedSpeaker> => {
    this.given.push(profile.f0)
    for (const resolve of this.#arrived.splice(0)) resolve()
    const ended = Promise.withResolvers<never>()
    signal.addEventListener('abort', () => ended.reject(new Error('told to stop')))
    await Promise.race([this.pass(), ended.promise])
    if (profile.f0 === UNFIT) throw new Error('no speaker can be fitted')
    return { speaker: fittedTo(profile), model: this.#model }
  }
}
