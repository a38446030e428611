import { ClipError } from '../../src/audio/clip/clip.ts'
import { AnalysisTimeout, type ClonedSpeaker, type Cloner } from '../../src/speech/cloning/cloner.ts'
import { catalogue } from '../../src/speech/engine/model-folder.ts'
import { Gate } from './gate.ts'

/** A clip of which no voice can be made … */
export const NOISE = 'noise'
/** … one at which the cloner breaks, and one that takes it too long. */
export const POISON = 'poison'
export const LABYRINTH = 'labyrinth'

/** What the cloner in the tests finds in every other clip. */
export const CLONED: ClonedSpeaker = {
  profile: {
    f0: 120,
    range: 6,
    formants: 1,
    spectrum: new Array(64).fill(0),
    band: { from: 0, to: 11_025 },
    breath: 0.4,
    rate: 4,
  },
  speaker: catalogue()[0]!.speaker,
  model: 'the present model',
}

/**
 * A cloner that finds a shared voice's speaker in every clip, behind a gate: while that is shut, clones stay in the
 * state that they are in. It notes what it is given.
 */
export class ControlledCloner extends Gate implements Cloner {
  readonly clips: Uint8Array[] = []
  /** Whose each clip was. */
  readonly owners: string[] = []
  #arrived: (() => void)[] = []

  /** Resolves when it has been given so many clips in all. */
  async given(count: number): Promise<void> {
    while (this.clips.length < count) await new Promise<void>((resolve) => this.#arrived.push(resolve))
  }

  async clone(file: Uint8Array, owner: string): Promise<ClonedSpeaker> {
    this.clips.push(file.slice())
    this.owners.push(owner)
    for (const resolve of this.#arrived.splice(0)) resolve()
    await this.pass()
    const content = Buffer.from(file).toString()
    if (content === NOISE)
      throw new ClipError('too_noisy', 'The clip is too noisy. Record it in a quiet room.')
    if (content === LABYRINTH) throw new AnalysisTimeout(60_000)
    if (content === POISON) throw new Error(`broken by ${content}`)
    return CLONED
  }
}
