import { LANGUAGES, SPOKEN, VOICES } from './meaning.ts'

/** A source of numbers from 0 to 1. */
export type Random = () => number

type Fields = Record<string, unknown>

const UNKNOWN_VOICE = '6a1dfe53-0d6c-4c9b-b5f3-6f2f7d9c0e11'

const FORMATS = [
  { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 },
  { container: 'raw', encoding: 'pcm_s16le', sample_rate: 16000 },
]

/** Texts that may or may not have a sound. */
const ODD_TEXTS = [
  '。',
  '\u0000',
  '\ud83d',
  '\udc00 low',
  '👩‍👩‍👧‍👦',
  'e\u0301\u0327',
  '\u202eright to left',
  '<speak>&amp;</speak>',
  '…',
  '٣٫١٤',
  '你好',
  '\u200b',
  '1e999',
  '%%%%',
  '$-0.00',
  `${'9'.repeat(400)}`,
  'Hi. '.repeat(10),
]
const BLANKS = ['', ' ', '\n\t ', '\u00a0']

/** Options that a frame may have besides what it needs. */
const OPTIONS: readonly ((random: Random) => Fields)[] = [
  () => ({ add_timestamps: true }),
  () => ({ flush: true }),
  (random) => ({ max_buffer_delay_ms: pick(random, [0, 1, 400, 5000, 1e12, -5]) }),
  (random) => ({ language: pick(random, [...LANGUAGES, null]) }),
  () => ({ generation_config: { speed: 1.1, volume: null, emotion: ['happy'] } }),
  () => ({ add_phoneme_timestamps: true, use_normalized_timestamps: false }),
  () => ({ pronunciation_dict_id: null, duration: 3, speed: 'fast' }),
]

export function pick<Value>(random: Random, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)]!
}

/** Values of every kind, none of which is right where a model, a voice or a language has to stand. */
function junk(random: Random): unknown {
  return pick<() => unknown>(random, [
    () => null,
    () => random() < 0.5,
    () => pick(random, [0, -1, 0.5, 1e308, -1e308, 2 ** 53, 8000, 24000]),
    () =>
      pick(random, [
        '',
        ' ',
        'x',
        '\u0000',
        '\ud800',
        'é'.repeat(300),
        '__proto__',
        'constructor',
        '[DONE]',
        'en_US',
      ]),
    () => [],
    () => [[['gepard-1.0']]],
    () => ({}),
    () => ({ mode: 'id', id: 'x', toString: 1, __proto__: null }),
    () => UNKNOWN_VOICE,
    () => JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`),
    () => JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`),
  ])()
}

function speech(random: Random): Fields {
  return {
    model_id: 'gepard-1.0',
    transcript: random() < 0.85 ? pick(random, SPOKEN) : pick(random, ODD_TEXTS),
    voice: { mode: 'id', id: random() < 0.9 ? VOICES[0] : random() < 0.7 ? VOICES[1] : UNKNOWN_VOICE },
    output_format: random() < 0.9 ? FORMATS[0] : FORMATS[1],
  }
}

/** A request to speak as a body, right but for what chance has changed. */
export function randomBody(random: Random): string | Uint8Array {
  const body = { ...speech(random), ...(random() < 0.3 && pick(random, OPTIONS)(random)) } as Fields
  if (random() < 0.3) body.output_format = { ...(body.output_format as object), container: 'wav' }
  if (random() < 0.3) body.context_id = 'context'
  return random() < 0.1 ? JSON.stringify(body) : mutated(random, body)
}

/** A client's frame for one of some contexts, right but for what chance has changed. */
export function randomFrame(random: Random, contextIds: readonly string[]): string | Uint8Array {
  const context_id = pick(random, contextIds)
  const goesOn = random() < 0.6
  const fields = pick<() => Fields>(random, [
    () => ({ ...speech(random), continue: goesOn }),
    () => ({ ...speech(random), continue: goesOn, ...pick(random, OPTIONS)(random) }),
    () => ({ ...speech(random), ...(goesOn && { continue: true }) }),
    () => ({ transcript: pick(random, BLANKS), continue: goesOn }),
    () => ({ transcript: '', continue: true, flush: true }),
    () => ({ cancel: true }),
  ])()
  const frame: Fields = { context_id, ...fields }
  if (random() < 0.05) delete frame.context_id
  return random() < 0.6 ? JSON.stringify(frame) : mutated(random, frame)
}

/** The fields after some accidents, and their JSON after some more. */
function mutated(random: Random, fields: Fields): string | Uint8Array {
  const changed = structuredClone(fields)
  for (let count = random() < 0.7 ? 1 : 3; count > 0; count--) damage(random, changed)
  const json = JSON.stringify(changed)
  if (random() < 0.7) return json
  return pick<() => string | Uint8Array>(random, [
    () => json.slice(0, Math.floor(random() * json.length)),
    () => `${json}${json}`,
    () => json.replace(/[":,{}]/g, (mark) => (random() < 0.1 ? '' : mark)),
    () => json.replace('{', '{"__proto__":{"cancel":true,"transcript":"Hi."},'),
    () => json.replace('{', '{"continue":true,"transcript":"No","context_id":"twice",'),
    () =>
      json.replace(
        /.{20}/s,
        (start) => `${start}${pick(random, ['\u0000', '\ud800', '\u2028', '\x1b[0m', '�'])}`,
      ),
    () => Buffer.from(json),
    () => Uint8Array.from({ length: Math.floor(random() * 200) }, () => random() * 256),
    () => pick(random, ['', 'null', '[]', '0', '"text"', 'true', '{', 'NaN', '{}', '[{}]', '\ufeff{}']),
    () => json.replace('{', `{"padding":"${'x'.repeat(70_000)}",`),
  ])()
}

function damage(random: Random, fields: Fields): void {
  const name = pick(random, Object.keys(fields))
  const inner = fields[name]
  if (typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0 && random() < 0.6)
    damage(random, inner as Fields)
  else if (random() < 0.3) delete fields[name]
  else if (random() < 0.2) fields[pick(random, ['flush', 'cancel', 'continue', 'padding'])] = junk(random)
  else fields[name] = junk(random)
  if (Object.keys(fields).length === 0) fields.padding = junk(random)
}
