import { setImmediate } from 'node:timers/promises'
import {
  getMultipartBoundary,
  MultipartParseError,
  MultipartParser,
  type MultipartPart,
} from '@remix-run/multipart-parser'
import { ServiceError } from './errors.ts'

/** The parts of a form by name. Each is bytes, whatever type it declares. */
export type Form = ReadonlyMap<string, MultipartPart>

const MAX_PARTS = 32
/** Most characters of a boundary (RFC 2046, 5.1.1). */
const MAX_BOUNDARY = 70
/**
 * Bytes that are parsed at a time. A hostile boundary slows the search down so much that 20 MB take half a second, which
 * must not block other requests.
 */
const SLICE = 262_144

/**
 * Reads a form (multipart/form-data, RFC 7578). What is before the first and after the last boundary is skipped. Of parts with
 * the same name the last one counts.
 *
 * @throws ServiceError invalid_form when it is another type, malformed, incomplete, or has more than 32 parts
 */
export async function parseForm(body: Uint8Array, contentType: string | null): Promise<Form> {
  const parts = new Map<string, MultipartPart>()
  try {
    for await (const part of partsOf(body, boundaryOf(contentType ?? ''))) {
      const name = nameOf(part)
      if (name !== undefined) parts.set(name, part)
    }
  } catch (error) {
    if (error instanceof MultipartParseError) throw invalidForm(`The form cannot be read: ${error.message}.`)
    throw error
  }
  return parts
}

function nameOf(part: MultipartPart): string | undefined {
  try {
    return part.name
  } catch {
    throw invalidForm("A part's headers are not UTF-8.")
  }
}

async function* partsOf(body: Uint8Array, boundary: string): AsyncGenerator<MultipartPart> {
  const form = withinBoundaries(body, boundary)
  const parser = new MultipartParser(boundary, { maxParts: MAX_PARTS, maxFileSize: form.length })
  for (let start = 0; start < form.length; start += SLICE) {
    yield* parser.write(form.subarray(start, start + SLICE))
    await setImmediate()
  }
  parser.finish()
}

/** A body from its first boundary to its last: the parser accepts nothing before or after them. */
function withinBoundaries(body: Uint8Array, boundary: string): Uint8Array {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const last = Buffer.from(`--${boundary}--`, 'latin1')
  const first = last.subarray(0, -2)
  const end = bytes.lastIndexOf(last)
  if (end === -1) throw invalidForm('The form is incomplete: its last boundary is missing.')
  return bytes.subarray(bytes.indexOf(first), end + last.length)
}

function boundaryOf(contentType: string): string {
  const boundary = getMultipartBoundary(contentType)?.trim()
  if (!/^multipart\/form-data\s*;/i.test(contentType) || !boundary)
    throw invalidForm('The Content-Type is not multipart/form-data with a boundary.')
  if (boundary.length > MAX_BOUNDARY)
    throw invalidForm(`The boundary is longer than ${MAX_BOUNDARY} characters.`)
  return boundary
}

function invalidForm(message: string): ServiceError {
  return new ServiceError('invalid_form', message, {
    detail: 'Send the fields as multipart/form-data, which HTTP clients make of a form by themselves.',
  })
}
