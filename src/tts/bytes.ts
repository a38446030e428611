import type { OutputFormat } from '../audio/output-format.ts'
import { collect, type Frame } from './encoded.ts'
import { streamResponse } from './stream-response.ts'

/** A turn as the body of one HTTP answer: raw audio as it is generated, a wav file whole. */
export async function bytesResponse(frames: AsyncGenerator<Frame>, format: OutputFormat): Promise<Response> {
  if (format.container === 'raw') return streamResponse(audioOf(frames), 'application/octet-stream')
  const { audio } = await collect(frames)
  return new Response(audio, { headers: { 'content-type': 'audio/wav' } })
}

async function* audioOf(frames: AsyncGenerator<Frame>): AsyncGenerator<Uint8Array> {
  for await (const { audio } of frames) if (audio.length > 0) yield audio
}
