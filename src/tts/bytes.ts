import type { OutputFormat } from '../audio/output-format.ts'
import { ServiceError } from '../http/errors.ts'
import type { Frame } from './encoded.ts'
import { streamResponse } from './stream-response.ts'

/** A turn as the body of one HTTP answer: raw audio as it is generated, a wav file whole. */
export async function bytesResponse(frames: AsyncGenerator<Frame>, format: OutputFormat): Promise<Response> {
  if (format.container === 'raw') return streamResponse(audioOf(frames), 'application/octet-stream')
  const { value: file } = await frames.next()
  if (file === undefined) throw new ServiceError('upstream_unavailable', 'There is no speech to send.')
  // What is left of the turn is to settle it: after the file has been handed on, and not before.
  setImmediate(() => frames.next().catch(() => {})) // broken off by a server that stops: the client has its file
  return new Response(file.audio, { headers: { 'content-type': 'audio/wav' } })
}

async function* audioOf(frames: AsyncGenerator<Frame>): AsyncGenerator<Uint8Array> {
  for await (const { audio } of frames) if (audio.length > 0) yield audio
}
