import { errorResponse, ServiceError } from '../../http/errors.ts'

/** A file as it is to be answered. */
export interface AnswerableFile {
  readonly bytes: Uint8Array
  readonly contentType: string
  /** Seconds for which a cache may use it without asking again. */
  readonly maxAge: number
}

/** A part of a file: from the first byte up to, but without, the other. */
interface Part {
  readonly from: number
  readonly to: number
}

/**
 * A file as the answer to a request: whole, the one part that its Range names (206), nothing where the client has it
 * already (304), or only the headers for HEAD (RFC 9110).
 */
export function fileAnswer(
  { method, headers }: Request,
  { bytes, contentType, maxAge }: AnswerableFile,
): Response {
  const etag = `"${new Bun.CryptoHasher('sha256').update(bytes).digest('base64url')}"`
  const always = { etag, 'cache-control': `public, max-age=${maxAge}` }
  if (isKnown(headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers: always })
  const common = { ...always, 'accept-ranges': 'bytes', 'content-type': contentType }
  if (method === 'HEAD') {
    return new Response(null, { headers: { ...common, 'content-length': String(bytes.length) } })
  }
  const part = partOf(headers, etag, bytes.length)
  if (part === undefined) return new Response(bytes, { headers: common })
  if (part.from >= part.to) return unsatisfiable(bytes.length)
  const range = `bytes ${part.from}-${part.to - 1}/${bytes.length}`
  return new Response(bytes.subarray(part.from, part.to), {
    status: 206,
    headers: { ...common, 'content-range': range },
  })
}

/** Whether an If-None-Match names the file that there is. */
function isKnown(condition: string | null, etag: string): boolean {
  if (condition === null) return false
  return condition.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')))
}

/**
 * The part that is asked for, empty when the file has no such part; undefined when the whole file is to be sent: no
 * range, one of another file, several of them, or one that is not well formed.
 */
function partOf(headers: Headers, etag: string, length: number): Part | undefined {
  const condition = headers.get('if-range')
  if (condition !== null && condition.trim() !== etag) return undefined
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(headers.get('range')?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') return { from: Math.max(0, length - Number(last)), to: length }
  if (last !== '' && Number(last) < Number(first)) return undefined
  return { from: Number(first), to: last === '' ? length : Math.min(length, Number(last) + 1) }
}

function unsatisfiable(length: number): Response {
  const answer = errorResponse(
    new ServiceError('invalid_range', `The audio has ${length} bytes, none of which are in the Range.`, {
      detail: 'Ask for a range that begins within it, or leave Range out.',
    }),
  )
  answer.headers.set('content-range', `bytes */${length}`)
  answer.headers.set('cache-control', 'no-store')
  return answer
}
