import { errorResponse, ServiceError } from '../../http/errors.ts'

/** A file, and what the response says of it. */
export interface AnswerableFile {
  readonly bytes: Uint8Array
  readonly contentType: string
  /** The seconds for which a cache may use the file without asking again. */
  readonly maxAge: number
}

/** A part of a file: the bytes from `from` to before `to`. */
interface Part {
  readonly from: number
  readonly to: number
}

/**
 * The response to a request for a file (RFC 9110): the whole file, the part that its Range names (206), no body if the client
 * has the file already (304), or only the headers (HEAD).
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

/** Whether an If-None-Match contains the tag of the file. */
function isKnown(condition: string | null, etag: string): boolean {
  if (condition === null) return false
  return condition.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')))
}

/**
 * The part that a Range names. It is empty if the Range is not within the file. Undefined if the whole file is sent: there is
 * no Range, it is for another version of the file, it has several ranges, or it is malformed.
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
