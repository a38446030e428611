import { ClipError } from '../../src/audio/clip/clip.ts'
import { decodeClip } from '../../src/audio/clip/decode.ts'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import { AnalysisTimeout, type ClonedSpeaker, type Cloner } from '../../src/speech/cloning/cloner.ts'
import { Gate } from './gate.ts'

/** The cloner rejects this clip. */
export const NOISE = 'noise'
/** The cloner fails on this clip. */
export const POISON = 'poison'
/** The cloner times out on this clip. */
export const LABYRINTH = 'labyrinth'

/** The cloner's result for every other clip. */
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
 * A cloner that finds a shared voice's speaker in every clip. It waits at a gate: while the gate is shut, no clone
 * makes progress. It records its input.
 */
export class ControlledCloner extends Gate implements Cloner {
  readonly clips: Uint8Array[] = []
  /** The owner of each clip. */
  readonly owners: string[] = []
  #arrived: (() => void)[] = []

  /** Resolves when it has received this many clips in total. */
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

  async decode(file: Uint8Array): Promise<Float32Array> {
    return (await decodeClip(file)).samples
  }
}
