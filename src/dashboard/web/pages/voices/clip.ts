/** A recording that a voice can be made of. */
export interface Clip {
  readonly file: Blob
  readonly fileName: string
  /** What is said in it; undefined: not known. */
  readonly text: string | undefined
  /** The sound of it; undefined: this browser cannot read the file, but the server may. */
  readonly sound: AudioBuffer | undefined
}

/** Most bytes that the server takes. */
const MAX_BYTES = 20_000_000
/** Seconds of speech that the server takes. */
const SECONDS = [3, 60] as const
/** A clip whose largest sample is smaller is too quiet to be sure of. */
const QUIET = 0.02
/** More of a clip than this at its full scale was recorded too loud. */
const CLIPPED = 0.001

/** Reads a file. */
export async function clipOf(file: Blob, fileName: string, text?: string): Promise<Clip> {
  const sound = file.size > MAX_BYTES ? undefined : await decoded(file)
  return { file, fileName, text, sound }
}

/** The sound of a file; undefined: this browser cannot read it. */
export async function decoded(file: Blob): Promise<AudioBuffer | undefined> {
  try {
    return await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(await file.arrayBuffer())
  } catch {
    return undefined
  }
}

/** What may be wrong with a clip; undefined if nothing is seen. The server measures, and has the last word. */
export function doubtOf({ file, sound }: Clip): string | undefined {
  if (file.size > MAX_BYTES) return 'The file is larger than 20 MB. Choose a shorter or a compressed one.'
  if (sound === undefined)
    return 'This browser cannot play the file. The server may still be able to read it.'
  if (sound.duration < SECONDS[0])
    return 'It is too short: 3 seconds of speech are needed, 10 to 30 are best.'
  if (sound.duration > SECONDS[1] * 1.5)
    return 'It is long: at most 60 seconds of speech are taken, and 10 to 30 are best.'
  const samples = sound.getChannelData(0)
  const peak = samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0)
  if (peak < QUIET) return 'It is very quiet. Check the microphone and its level.'
  const clipped = samples.reduce((count, each) => (Math.abs(each) > 0.995 ? count + 1 : count), 0)
  if (clipped / samples.length > CLIPPED) return 'It was recorded too loud: peaks are cut off.'
  return undefined
}

/** The largest sample of each of some equal parts of a sound, from 0 to 1. */
export function peaksOf(sound: AudioBuffer, count: number): readonly number[] {
  const samples = sound.getChannelData(0)
  const size = samples.length / count
  return Array.from({ length: count }, (_, part) => {
    let peak = 0
    for (let at = Math.floor(part * size); at < (part + 1) * size; at++)
      peak = Math.max(peak, Math.abs(samples[at]!))
    return peak
  })
}
