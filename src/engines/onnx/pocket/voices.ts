import { readdir } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { ModelError } from '../../shared/engine-kind.ts'
import { readNpy } from '../npy.ts'
import { ClipEncoder } from './clip-encoder.ts'
import type { LanguageModel, VoiceState } from './language-model.ts'
import { readSafetensors } from './safetensors.ts'
import { promptFromText, type VoicePrompt } from './voice-prompt.ts'

/** Folder beside `files` with the voices that were encoded when the model was added. */
const ENCODED = 'voices'

const CLIPS = ['.wav', '.mp3', '.flac', '.ogg', '.m4a']
const KINDS = [...CLIPS, '.npy', '.safetensors']
/** Voices that are kept ready, each some 7 MB. */
const MOST_READY = 16

/** Whether a file can be a voice, going by its name. */
export function isVoiceFile(path: string): boolean {
  return KINDS.includes(extname(path).toLowerCase()) && basename(path) !== 'bos_before_voice.npy'
}

/** Whether a file is a recording. */
export function isClip(path: string): boolean {
  return CLIPS.includes(extname(path).toLowerCase())
}

/**
 * The voices of a model's folder. One is known by the path of its file, or by its name where it was encoded when the model
 * was added. Each is heard once; the last ones that were used are kept ready.
 */
export class Voices {
  readonly #files: string
  readonly #model: LanguageModel
  readonly #encoder: string
  /** The longest unused first. */
  readonly #ready = new Map<string, Promise<VoiceState>>()
  readonly names: readonly string[]

  private constructor(files: string, names: readonly string[], model: LanguageModel, encoder: string) {
    this.#files = files
    this.names = names
    this.#model = model
    this.#encoder = encoder
  }

  /**
   * @param files folder with what was downloaded
   * @param encoder path of the graph that makes voices of clips: it is loaded only for a clip that is not encoded yet
   */
  static async of(files: string, model: LanguageModel, encoder: string): Promise<Voices> {
    const encoded = await readdir(encodedFolder(files)).catch(() => [])
    const listed = await readdir(files, { recursive: true })
    const names = [
      ...encoded.filter((name) => name.endsWith('.npy')).map((name) => name.slice(0, -'.npy'.length)),
      ...listed.map((path) => path.replaceAll('\\', '/')).filter(isVoiceFile),
    ]
    return new Voices(files, names.sort(), model, encoder)
  }

  /**
   * @param prompt of a voice that was made of a recording, and whose name no other has
   * @throws ModelError when it cannot be used
   */
  ready(name: string, prompt?: string): Promise<VoiceState> {
    const voice = this.#ready.get(name) ?? this.#heard(name, prompt)
    this.#ready.delete(name)
    this.#ready.set(name, voice)
    voice.catch(() => this.#ready.delete(name))
    const [oldest] = this.#ready.keys()
    if (this.#ready.size > MOST_READY) this.#ready.delete(oldest!)
    return voice
  }

  async #heard(name: string, prompt: string | undefined): Promise<VoiceState> {
    if (prompt !== undefined) return this.#model.hear(promptFromText(prompt), name)
    if (!this.names.includes(name)) {
      throw new ModelError(`There is no voice ${name}. There are: ${this.names.join(', ')}.`)
    }
    if (!isVoiceFile(name)) {
      return this.#model.hear(await promptOf(join(encodedFolder(this.#files), `${name}.npy`)), name)
    }
    const path = join(this.#files, name)
    if (name.endsWith('.npy')) return this.#model.hear(await promptOf(path), name)
    if (isClip(name)) {
      const encoder = await ClipEncoder.load(this.#encoder)
      try {
        return await this.#model.hear(await encoder.encodeFile(await Bun.file(path).bytes()), name)
      } finally {
        await encoder.close()
      }
    }
    const tensors = readSafetensors(await Bun.file(path).bytes(), name)
    // Voices of the first export are prompts: the frames that the encoder makes of a clip.
    const stored = tensors.get('audio_prompt')
    if (stored === undefined) return this.#model.recall(tensors, name)
    const [frames, width] = stored.shape.slice(-2) as [number, number]
    return this.#model.hear({ frames, width, data: stored.data as Float32Array }, name)
  }
}

/** Where encoded voices are, beside the folder of what was downloaded. */
export function encodedFolder(files: string): string {
  return join(dirname(files), ENCODED)
}

async function promptOf(path: string): Promise<VoicePrompt> {
  const { shape, data } = readNpy(await Bun.file(path).bytes(), basename(path))
  const [frames, width] = shape.slice(-2)
  if (frames === undefined || width === undefined) {
    throw new ModelError(
      `${basename(path)} is no voice: it has ${shape.length} dimensions, and not frames of numbers.`,
    )
  }
  return { frames, width, data }
}
