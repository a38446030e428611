import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ModelError } from '../../shared/engine-kind.ts'

/** A tensor of a graph's state, as bundle.json describes it. */
const STATE_TENSOR = Type.Object({
  /** Names of the graph's input and output. */
  input_name: Type.String(),
  output_name: Type.String(),
  /** Which part of the network it belongs to, and what it is there: voices are stored under `module/key`. */
  module: Type.String(),
  key: Type.String(),
  shape: Type.Array(Type.Integer({ minimum: 0 })),
  dtype: Type.String(),
  /** What it is full of before the first run. */
  fill: Type.String(),
})

export type StateTensor = Static<typeof STATE_TENSOR>

const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

/** The `bundle.json` beside the graphs of an export since April 2026, as far as it is needed here. */
const BUNDLE = Type.Object({
  language: Type.Optional(Type.String()),
  sample_rate: Type.Integer({ minimum: 1 }),
  frame_rate: Type.Number({ exclusiveMinimum: 0 }),
  max_token_per_chunk: Type.Optional(Type.Integer({ minimum: 1 })),
  pad_with_spaces_for_short_inputs: Type.Optional(Type.Boolean()),
  remove_semicolons: Type.Optional(Type.Boolean()),
  model_recommended_frames_after_eos: nullable(Type.Integer({ minimum: 0 })),
  insert_bos_before_voice: Type.Optional(Type.Boolean()),
  tokenizer_file: Type.Optional(Type.String()),
  bos_before_voice_file: nullable(Type.String()),
  flow_lm_state_manifest: Type.Array(STATE_TENSOR),
  mimi_state_manifest: Type.Array(STATE_TENSOR),
})

/** How an export of Pocket TTS is to be run. */
export interface Bundle {
  /** As its makers name it, such as "english_2026-04" or "german_24l". */
  readonly language: string
  /** Sample rate of the decoder's output, in Hz. */
  readonly sampleRate: number
  /** Frames a second. */
  readonly frameRate: number
  /** Tokens that it was trained to speak at once; of longer text it leaves words out. */
  readonly maxTokens: number
  /** Whether fewer than five words want spaces before them. */
  readonly padsShortText: boolean
  /** Whether it makes noises for semicolons. */
  readonly hasNoSemicolons: boolean
  /** Frames to speak on after it says that the text ends. Undefined: by the number of words. */
  readonly framesAfterEnd: number | undefined
  /** File, beside the graphs, with what stands before the frames of a voice. */
  readonly voiceStart: string | undefined
  /** File of the tokenizer, beside the graphs. */
  readonly tokenizer: string
  /** The tensors of the states. Undefined: only the graphs have them. */
  readonly flowState: readonly StateTensor[] | undefined
  readonly decoderState: readonly StateTensor[] | undefined
}

/** The first export, of January 2026, came without a bundle.json: English, on the settings of english_2026-01. */
export const FIRST_EXPORT: Bundle = {
  language: 'english_2026-01',
  sampleRate: 24_000,
  frameRate: 12.5,
  maxTokens: 50,
  padsShortText: true,
  hasNoSemicolons: false,
  framesAfterEnd: undefined,
  voiceStart: undefined,
  tokenizer: 'tokenizer.model',
  flowState: undefined,
  decoderState: undefined,
}

/**
 * Reads a bundle.json.
 *
 * @throws ModelError when something is missing or of the wrong type
 */
export function readBundle(json: string): Bundle {
  const bundle = parsed(json)
  const { insert_bos_before_voice: startsVoices, bos_before_voice_file: voiceStart } = bundle
  return {
    language: bundle.language ?? FIRST_EXPORT.language,
    sampleRate: bundle.sample_rate,
    frameRate: bundle.frame_rate,
    maxTokens: bundle.max_token_per_chunk ?? FIRST_EXPORT.maxTokens,
    padsShortText: bundle.pad_with_spaces_for_short_inputs ?? false,
    hasNoSemicolons: bundle.remove_semicolons ?? false,
    framesAfterEnd: bundle.model_recommended_frames_after_eos ?? undefined,
    voiceStart: startsVoices ? (voiceStart ?? 'bos_before_voice.npy') : undefined,
    tokenizer: bundle.tokenizer_file ?? FIRST_EXPORT.tokenizer,
    flowState: bundle.flow_lm_state_manifest,
    decoderState: bundle.mimi_state_manifest,
  }
}

function parsed(json: string): Static<typeof BUNDLE> {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (cause) {
    throw new ModelError('bundle.json is not JSON. Download it again.', { cause })
  }
  const fault = Value.Errors(BUNDLE, value).First()
  if (fault === undefined) return value as Static<typeof BUNDLE>
  throw new ModelError(
    `bundle.json is of an export that Purr does not know: ${fault.path} is ${JSON.stringify(fault.value) ?? 'missing'}. ${fault.message}.`,
  )
}
