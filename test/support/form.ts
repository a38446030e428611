/** A part of a form as sent: its header lines and its content. */
export interface Part {
  readonly headers: readonly string[]
  readonly content: string | Uint8Array
}

export const BOUNDARY = 'a-boundary-of-29-characters--'

export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

export function field(name: string, content: string | Uint8Array): Part {
  return { headers: [`Content-Disposition: form-data; name="${name}"`], content }
}

export function file(name: string, fileName: string, content: string | Uint8Array): Part {
  return {
    headers: [
      `Content-Disposition: form-data; name="${name}"; filename="${fileName}"`,
      'Content-Type: application/octet-stream',
    ],
    content,
  }
}

/** The body of a form, written by hand, because client libraries cannot make unusual ones. */
export function multipart(parts: readonly Part[], boundary = BOUNDARY): Buffer {
  return Buffer.concat([
    ...parts.flatMap(({ headers, content }) => [
      Buffer.from(`--${boundary}\r\n${headers.join('\r\n')}\r\n\r\n`, 'latin1'),
      Buffer.from(content as Uint8Array),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
}

/**
 * A clip that is not audio. It has everything that could confuse a form parser: all byte values, line ends, boundaries.
 */
export const CLIP = Buffer.concat([
  Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
  Buffer.from(`\r\n\r\n--\r\n--${BOUNDARY.slice(0, -1)}\r\n\n--${BOUNDARY}--\r\n`.repeat(3)),
  Buffer.from([0, 255, 13, 10, 13]),
])

/** A valid form. `clip` has no file name. */
export const goodForm: Readonly<Record<string, string | Uint8Array>> = {
  name: 'Ann',
  description: "The boss's voice",
  language: 'en-us',
  clip: CLIP,
}

/** The valid form with some fields changed. Undefined fields are left out. */
export function formWith(changes: Readonly<Record<string, string | Uint8Array | undefined>> = {}): Buffer {
  const fields = Object.entries({ ...goodForm, ...changes })
  return multipart(fields.flatMap(([name, content]) => (content === undefined ? [] : [field(name, content)])))
}

/** Posts a form to clone a voice. */
export function postClone(
  { url, key }: { readonly url: string; readonly key: string },
  body: Bun.BodyInit = formWith(),
  headers: Record<string, string> = body instanceof FormData ? {} : { 'content-type': FORM_TYPE },
): Promise<Response> {
  return fetch(`${url}/voices/clone`, { method: 'POST', headers: { 'x-api-key': key, ...headers }, body })
}
