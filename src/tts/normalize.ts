import { setImmediate } from 'node:timers/promises'
import { type Static, Type } from '@sinclair/typebox'
import { EngineFailure, type PronouncedWord, type Pronouncer } from '../engines/shared/engine.ts'
import { ServiceError } from '../http/errors.ts'
import type { Language } from '../languages/shared/language.ts'
import { isPause } from '../languages/shared/text/token.ts'
import { type PlacedStretch, placedStretches } from '../speech/placed-tokens.ts'
import { TextStream } from '../speech/text-stream.ts'
import { resolveVoice } from './resolve-voice.ts'
import { type NORMALIZE_REQUEST, readingOf } from './speech-request.ts'
import { forecast } from './transcript-buffer.ts'
import type { TurnServices } from './turn.ts'

const PLACE = Type.Integer({
  examples: [0],
  minimum: 0,
  description: 'Unicode code points from the start of the transcript.',
})

const WORD = Type.Object(
  {
    type: Type.Literal('word'),
    text: Type.String({ description: 'The word as it is written, without tags.', examples: ['Hello'] }),
    start: PLACE,
    end: PLACE,
    said: Type.Array(
      Type.Object(
        {
          word: Type.String({
            description: 'In lower case; a capital is the name of a letter.',
            examples: ['hello'],
          }),
          phonemes: Type.Array(
            Type.String({ description: 'A phone in IPA, with the stress before a vowel.' }),
            { examples: [['h', 'ə', 'l', 'ˈoʊ']] },
          ),
        },
        { additionalProperties: false },
      ),
      { description: 'What is said for it; nothing where it cannot be said.' },
    ),
  },
  { additionalProperties: false },
)

const PAUSE = Type.Object(
  {
    type: Type.Literal('pause'),
    mark: Type.String({ description: 'The mark of which the pause is: , ; : . ? !', examples: ['.'] }),
  },
  { additionalProperties: false },
)

const SILENCE = Type.Object(
  { type: Type.Literal('silence'), seconds: Type.Number({ minimum: 0, description: 'As a tag asks for.' }) },
  { additionalProperties: false },
)

/** The response of POST /tts/normalize. */
export const NORMALIZED = Type.Object(
  {
    language: Type.String({
      description: 'The locale in which the text is read, as a BCP-47 tag.',
      examples: ['en-US'],
    }),
    seconds: Type.Number({
      minimum: 0,
      description: 'How long the speech is predicted to be.',
      examples: [0.61],
    }),
    tokens: Type.Array(Type.Union([WORD, PAUSE, SILENCE])),
  },
  { additionalProperties: false },
)

export type Normalized = Static<typeof NORMALIZED>

/**
 * What would be said for a text.
 *
 * @param signal aborted when nobody waits for the answer
 * @throws ServiceError voice_not_found, invalid_language, pronunciation_dict_not_found, input_too_long, upstream_unavailable;
 *   DatabaseUnavailable
 */
export async function normalized(
  services: TurnServices,
  organizationId: string,
  body: Static<typeof NORMALIZE_REQUEST>,
  signal: AbortSignal,
): Promise<Normalized> {
  const { transcript, voice } = body
  const voiceId = voice?.id ?? services.models.main.voices[0]!.id
  const manner = await resolveVoice(services, organizationId, { voiceId, ...readingOf(body) })
  const { model, speaker, locale, dictionary } = manner
  const text = new TextStream(locale, { pace: speaker.pace, hasSpeed: model.hasSpeed, dictionary })
  const { seconds } = await forecast(text, transcript)
  const placeOf = codePointPlaces(transcript)
  const tokens: Normalized['tokens'] = []
  for (const stretch of placedStretches(transcript, locale, dictionary)) {
    const pronounced = await pronounce(services.pronouncer, stretch, locale.language, signal)
    tokens.push(...tokensOf(stretch, pronounced, placeOf))
  }
  return { language: locale.tag, seconds: Math.round(seconds * 1000) / 1000, tokens }
}

/** The written words of a stretch; none where it has nothing to say. */
async function pronounce(
  pronouncer: Pronouncer,
  { tokens }: PlacedStretch,
  language: Language,
  signal: AbortSignal,
): Promise<readonly PronouncedWord[]> {
  if (!tokens.some((token) => typeof token !== 'string' && token.spoken.length > 0)) {
    await setImmediate() // lets others run: there may be thousands of these in a row
    return []
  }
  if (language.pronunciation === '') return withoutPhones(tokens)
  try {
    return await pronouncer.pronounce({ tokens, language }, signal)
  } catch (cause) {
    if (!(cause instanceof EngineFailure)) throw cause
    throw new ServiceError('upstream_unavailable', 'The words could not be pronounced.', {
      detail: 'Try again.',
      cause,
    })
  }
}

/** The words of a language that Purr reads, but does not pronounce. */
function withoutPhones(tokens: PlacedStretch['tokens']): PronouncedWord[] {
  return tokens.flatMap((token) => {
    if (typeof token === 'string') return []
    const words = token.spoken.filter((spoken) => !isPause(spoken))
    return { word: token.written, said: words.map((word) => ({ word, phones: [] })) }
  })
}

function tokensOf(
  { tokens, silence }: PlacedStretch,
  pronounced: readonly PronouncedWord[],
  placeOf: (index: number) => number,
): Normalized['tokens'] {
  if (silence !== undefined) return [{ type: 'silence', seconds: silence }]
  let next = 0
  return tokens.map((token) => {
    if (typeof token === 'string') return { type: 'pause', mark: token }
    const said = (pronounced[next++]?.said ?? []).map(({ word, phones }) => ({ word, phonemes: [...phones] }))
    return { type: 'word', text: token.written, start: placeOf(token.start), end: placeOf(token.end), said }
  })
}

/** Counts the code points before an index of a text. Call it with rising indices. */
function codePointPlaces(text: string): (index: number) => number {
  let at = 0
  let place = 0
  return (index) => {
    for (; at < index; place++) at += text.codePointAt(at)! > 0xffff ? 2 : 1
    return place
  }
}
