import { type Static, Type } from '@sinclair/typebox'
import type { SpeechFormat } from '../../audio/compressed/format.ts'
import type { OutputFormat } from '../../audio/output-format.ts'
import { ServiceError } from '../../http/errors.ts'
import { checkedBy, oneOf, REFUSAL } from '../../http/schema.ts'
import { show } from '../../http/show.ts'
import { LANGUAGE, TRANSCRIPT, VOICE } from '../../tts/speech-request.ts'

/** A kind of file that a prompt can have. */
interface PromptFile {
  readonly format: SpeechFormat
  readonly contentType: string
  /** The ending of its URL. Telephone switches recognise the format by it. */
  readonly extension: string
}

/** The kinds of files by the names of their formats. */
export const PROMPT_FILES = {
  wav_mulaw_8000: wavFile('pcm_mulaw', 8000),
  wav_l16_8000: wavFile('pcm_s16le', 8000),
  wav_l16_16000: wavFile('pcm_s16le', 16_000),
  mp3: { format: { container: 'mp3', isWhole: true }, contentType: 'audio/mpeg', extension: 'mp3' },
} as const satisfies Record<string, PromptFile>

export type PromptFormat = keyof typeof PROMPT_FILES

const FORMATS = Object.keys(PROMPT_FILES) as PromptFormat[]
const DEFAULT_FORMAT: PromptFormat = 'wav_mulaw_8000'

/** The seconds for which a URL is good: a day by default, at most a year. */
const DEFAULT_LIFE = 86_400
const MAX_LIFE = 31_536_000

/** The body of POST /tts/prompt. */
export const PROMPT_REQUEST = Type.Object({
  transcript: TRANSCRIPT,
  voice: VOICE,
  format: Type.Optional(
    oneOf(FORMATS, {
      default: DEFAULT_FORMAT,
      description: 'The file: WAV with µ-law or 16-bit linear samples and the rate in Hz, or MP3.',
      [REFUSAL]: (format) =>
        new ServiceError('invalid_output_format', `format ${show(format)} is not supported for prompts.`, {
          detail: `Use ${FORMATS.map((each) => JSON.stringify(each)).join(', ')}, or leave format out.`,
        }),
    }),
  ),
  language: LANGUAGE,
  expires_in: Type.Optional(
    checkedBy<number>(isLife, {
      type: 'integer',
      minimum: 1,
      maximum: MAX_LIFE,
      default: DEFAULT_LIFE,
      description: 'Seconds for which the URL is good.',
      [REFUSAL]: (seconds) =>
        new ServiceError('invalid_expiry', `expires_in ${show(seconds)} is not supported.`, {
          detail: `Send a whole number of seconds from 1 to ${MAX_LIFE}, or leave expires_in out.`,
        }),
    }),
  ),
})

/** The response of POST /tts/prompt. */
export const PROMPT_URL = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      description: 'The URL of the audio. It needs no key.',
      examples: ['https://speech.example.com/tts/prompt?token=AXhl3kQ.wav'],
    }),
    expires_at: Type.String({ format: 'date-time', description: 'When the URL expires.' }),
  },
  { additionalProperties: false },
)

/** A text, and how it is spoken. */
export interface Prompt {
  readonly transcript: string
  readonly voiceId: string
  /** BCP-47 tag. Undefined: the voice's own. */
  readonly language: string | undefined
  readonly format: PromptFormat
}

/** The prompt in a checked body, and the seconds for which its URL is good. */
export function promptRequest(body: Static<typeof PROMPT_REQUEST>): { prompt: Prompt; life: number } {
  const { transcript, voice, language, format = DEFAULT_FORMAT, expires_in = DEFAULT_LIFE } = body
  return { prompt: { transcript, voiceId: voice.id, language, format }, life: expires_in }
}

function isLife(seconds: unknown): boolean {
  return Number.isInteger(seconds) && Number(seconds) >= 1 && Number(seconds) <= MAX_LIFE
}

function wavFile(encoding: OutputFormat['encoding'], sampleRate: OutputFormat['sampleRate']): PromptFile {
  return { format: { container: 'wav', encoding, sampleRate }, contentType: 'audio/wav', extension: 'wav' }
}
