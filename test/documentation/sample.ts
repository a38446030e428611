/*
 * Samples of answers against answers. What differs from one answer to the next stands for any other of its kind: an id for any
 * id, a key for any key, a moment for any moment, audio for any audio, a number with a fraction (a time) for any number, and
 * `…` for whatever was left out. All else is literal.
 */

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** What varies in a text: an id, a key, a moment (ISO 8601), the audio of a frame that is shown as text, what was left out. */
const VARIES =
  /([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z|sk_purr_\w*…|(?<="data":")[\w+/=]+…|…)/

/**
 * Compares lines of text. A line that is `…` stands for any number of lines.
 *
 * @returns what differs first, or undefined
 */
export function differenceInLines(sample: string, answer: string): string | undefined {
  return differenceInOrder(
    sample.split('\n'),
    answer.split(/\r?\n/),
    (line) => line.trim() === '…',
    differenceInText,
  )
}

/**
 * Compares JSON: the same keys, the same types, and the same values where they are not of a kind that differs.
 *
 * @returns what differs first, with its place, or undefined
 */
export function differenceInJson(sample: string, answer: string): string | undefined {
  return differenceIn('', JSON.parse(sample), parsed(answer))
}

/**
 * Compares a stream of events, each a line `data: …`. A line that is `…` stands for any number of them.
 *
 * @returns what differs first, with its place, or undefined
 */
export function differenceInEvents(sample: string, answer: string): string | undefined {
  const isAny = (event: string) => event === '…'
  const json = (event: string) => event.replace(/^data: /, '')
  return differenceInOrder(events(sample), events(answer), isAny, (one, other) =>
    differenceInJson(json(one), json(other)),
  )
}

function events(stream: string): string[] {
  return stream.trim().split('\n\n')
}

/** Compares two lists in order; what `isAny` of the sample stands for any number of the answer's. */
function differenceInOrder(
  sample: readonly string[],
  answer: readonly string[],
  isAny: (part: string) => boolean,
  difference: (sample: string, answer: string) => string | undefined,
): string | undefined {
  const [first, ...rest] = sample
  if (first === undefined) return answer.length === 0 ? undefined : `has no "${answer[0]}"`
  if (isAny(first)) {
    const found = answer
      .keys()
      .some((at) => differenceInOrder(rest, answer.slice(at), isAny, difference) === undefined)
    return found || rest.length === 0 ? undefined : `has "${rest[0]}" after …, which never comes`
  }
  if (answer.length === 0) return `has "${first}", which never comes`
  return difference(first, answer[0]!) ?? differenceInOrder(rest, answer.slice(1), isAny, difference)
}

function differenceInText(sample: string, answer: string): string | undefined {
  return pattern(sample).test(answer) ? undefined : `has "${sample}" where the answer has "${answer}"`
}

function differenceIn(at: string, sample: Json, answer: Json): string | undefined {
  const differs = `has ${JSON.stringify(sample)} at ${at || 'its top'} where the answer has ${JSON.stringify(answer)}`
  if (isObject(sample) && isObject(answer)) {
    for (const key of new Set([...Object.keys(sample), ...Object.keys(answer)])) {
      if (!(key in answer)) return `has ${at}.${key}, which the answer does not have`
      if (!(key in sample)) return `has no ${at}.${key}, which the answer has: ${JSON.stringify(answer[key])}`
      const difference =
        key === 'data' && typeof sample[key] === 'string'
          ? differenceInAudio(`${at}.${key}`, answer[key]!)
          : differenceIn(`${at}.${key}`, sample[key]!, answer[key]!)
      if (difference !== undefined) return difference
    }
    return undefined
  }
  if (Array.isArray(sample) && Array.isArray(answer)) {
    if (sample.length !== answer.length) return differs
    return sample
      .map((each, i) => differenceIn(`${at}[${i}]`, each, answer[i]!))
      .find((found) => found !== undefined)
  }
  if (typeof sample === 'string' && typeof answer === 'string')
    return pattern(sample).test(answer) ? undefined : differs
  if (typeof sample === 'number' && typeof answer === 'number' && !Number.isInteger(sample)) return undefined
  return Object.is(sample, answer) ? undefined : differs
}

/** Audio is base64, whatever it sounds like. */
function differenceInAudio(at: string, answer: Json): string | undefined {
  const isBase64 = typeof answer === 'string' && /^[\w+/]+={0,2}$/.test(answer)
  return isBase64 ? undefined : `has audio at ${at} where the answer has ${JSON.stringify(answer)}`
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parsed(answer: string): Json {
  try {
    return JSON.parse(answer)
  } catch {
    return answer
  }
}

/** What a text of a sample stands for. */
function pattern(text: string): RegExp {
  const parts = text.split(VARIES)
  const source = parts.map((part, i) => (i % 2 === 0 ? RegExp.escape(part) : kindOf(part)))
  return new RegExp(`^${source.join('')}$`, 's')
}

function kindOf(varying: string): string {
  if (varying === '…') return '.*'
  if (varying.startsWith('sk_purr_')) return 'sk_purr_\\w+'
  if (varying.endsWith('Z')) return '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z'
  if (varying.endsWith('…')) return '[\\w+/=]+…'
  return '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}'
}
