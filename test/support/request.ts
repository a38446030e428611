import { catalogue } from '../../src/engines/embedded/model-folder.ts'

/** A valid request. */
export const goodRequest = {
  model_id: 'gepard-1.0',
  transcript: 'Hello there.',
  voice: { mode: 'id', id: catalogue()[0]!.id },
  output_format: { container: 'wav', encoding: 'pcm_s16le', sample_rate: 22050 },
}

/**
 * Posts a request body, as JSON unless it is text or a stream already.
 *
 * @param ca the certificate to trust, in PEM, if the server's is self-signed
 * @param signal ends the request, and its answer
 */
export function post(
  url: string,
  key: string,
  body: unknown,
  headers: Record<string, string> = {},
  ca?: string,
  signal?: AbortSignal,
): Promise<Response> {
  const ready = typeof body === 'string' || body instanceof ReadableStream || body instanceof Uint8Array
  return fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...headers },
    body: ready ? (body as string) : JSON.stringify(body),
    tls: ca === undefined ? undefined : { ca },
    ...(signal === undefined ? {} : { signal }),
  })
}
