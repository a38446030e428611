import { join } from 'node:path'
import type { InferenceSession } from 'onnxruntime-node'
import { disableRuntimeTelemetry } from '../../../src/engines/shared/runtime-telemetry.ts'
import { decodeGreedily } from '../../../src/languages/shared/pronunciation/letter-to-sound.ts'

/** The languages whose phones are recognised. */
export type PhoneLanguage = 'de' | 'nl'

interface Description {
  /** The inventory. The index of a phone is its id. The first is the blank symbol. */
  readonly phones: readonly string[]
  /** The reference phones of each held-out recording, by its id, separated by spaces. */
  readonly references: Readonly<Record<string, string>>
}

/**
 * Recognises the phones of one language. It was trained on one speaker: see models/gepard-1.0/training/recogniser.py.
 */
export class PhoneRecogniser {
  readonly #session: InferenceSession
  readonly #runtime: typeof import('onnxruntime-node')
  readonly #description: Description

  private constructor(
    session: InferenceSession,
    runtime: typeof import('onnxruntime-node'),
    description: Description,
  ) {
    this.#session = session
    this.#runtime = runtime
    this.#description = description
  }

  static async load(language: PhoneLanguage): Promise<PhoneRecogniser> {
    disableRuntimeTelemetry()
    // Imported only here, because this loads the runtime.
    const runtime = await import('onnxruntime-node')
    const { loadSession } = await import('../../../src/engines/shared/session.ts')
    const folder = join(import.meta.dir, `recogniser-${language}`)
    const description = await Bun.file(join(folder, 'phones.json')).json()
    return new PhoneRecogniser(await loadSession(join(folder, 'onnx/model.onnx')), runtime, description)
  }

  /** The reference phones of a held-out recording. Throws for another recording. */
  reference(id: string): string[] {
    const phones = this.#description.references[id]
    if (phones === undefined) throw new Error(`no phones are known of ${id}`)
    return phones.split(' ')
  }

  /** Recognises the phones in speech at 22050 Hz and any level. */
  async hear(samples: Float32Array): Promise<string[]> {
    const { Tensor } = this.#runtime
    const { logits } = await this.#session.run({
      samples: new Tensor('float32', samples, [1, samples.length]),
    })
    return decodeGreedily(logits!.data as Float32Array, logits!.dims[2]!).map(
      (id) => this.#description.phones[id]!,
    )
  }
}
