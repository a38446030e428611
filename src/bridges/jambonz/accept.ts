import type { SpeechFormat } from '../../audio/compressed/format.ts'
import type { OutputFormat, SampleRate } from '../../audio/output-format.ts'
import { ServiceError } from '../../http/errors.ts'
import { show } from '../../http/show.ts'

/** Sample rates that Purr offers jambonz (Hz). */
export const RATES: readonly SampleRate[] = [8000, 16_000, 22_050, 24_000]

/** Hz of the audio if the request names no rate: a telephone's. */
const DEFAULT_RATE = 8000

/** The format of a response, as HTTP and the encoder know it. */
export interface ResponseFormat {
  readonly contentType: string
  readonly format: SpeechFormat
}

/**
 * The format that an Accept header asks for: of the types that Purr has, the one with the highest quality, or the first of
 * several. Without a header it is WAV at 8 kHz.
 *
 * @throws ServiceError invalid_output_format when Purr has none of the types
 */
export function responseFormat(accept: string | null): ResponseFormat {
  for (const range of rangesOf(accept ?? '*/*')) {
    const format = formatOf(range)
    if (format !== undefined) return format
  }
  throw new ServiceError('invalid_output_format', `Accept ${show(accept)} names no type that Purr has.`, {
    detail: `Use audio/wav, audio/mpeg, or audio/l16;rate=N, where N is one of ${RATES.join(', ')}.`,
  })
}

/** A media range of an Accept header (RFC 9110, 12.5.1), in lower case. */
interface MediaRange {
  readonly type: string
  readonly parameters: ReadonlyMap<string, string>
}

/** The ranges of a header, the most wanted first. */
function rangesOf(accept: string): MediaRange[] {
  return accept
    .toLowerCase()
    .split(',')
    .map(rangeOf)
    .map((range) => ({ range, quality: Number(range.parameters.get('q') ?? 1) }))
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ range }) => range)
}

function rangeOf(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim())
  const pairs = parameters.map((each) => each.split('=').map((part) => part.trim()))
  return { type, parameters: new Map(pairs.map(([name = '', value = '']) => [name, value])) }
}

/** Undefined for a type that Purr does not have. */
function formatOf({ type, parameters }: MediaRange): ResponseFormat | undefined {
  switch (type) {
    case 'audio/mpeg':
    case 'audio/mp3':
      return { contentType: 'audio/mpeg', format: { container: 'mp3', isWhole: false } }
    case 'audio/l16':
      return linear('raw', parameters)
    case 'audio/wav':
    case 'audio/x-wav':
    case 'audio/*':
    case '*/*':
      return linear('wav', parameters)
    default:
      return undefined
  }
}

function linear(
  container: OutputFormat['container'],
  parameters: MediaRange['parameters'],
): ResponseFormat | undefined {
  const asked = Number(parameters.get('rate') ?? DEFAULT_RATE)
  const sampleRate = RATES.find((rate) => rate === asked)
  if (sampleRate === undefined) return undefined
  return {
    contentType: container === 'wav' ? 'audio/wav' : `audio/l16;rate=${sampleRate}`,
    format: { container, encoding: 'pcm_s16le', sampleRate },
  }
}
