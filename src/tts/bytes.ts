import type { OutputFormat } from '../audio/output-format.ts'
import type { Frame } from './encoded.ts'

/**
 * A turn as the body of one HTTP answer: raw audio as it is generated, a wav file whole. Nothing is answered before
 * there is audio, so that every failure until then has its own status; a later one breaks the connection off.
 */
export async function bytesResponse(frames: AsyncGenerator<Frame>, format: OutputFormat): Promise<Response> {
  return format.container === 'wav' ? wavResponse(frames) : rawResponse(frames)
}

async function wavResponse(frames: AsyncGenerator<Frame>): Promise<Response> {
  let file = new Uint8Array(0)
  for await (const { audio } of frames) file = audio as typeof file
  return new Response(file, { headers: { 'content-type': 'audio/wav' } })
}

async function rawResponse(frames: AsyncGenerator<Frame>): Promise<Response> {
  let next: IteratorResult<Frame> | undefined = await frames.next()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const frame = next ?? (await frames.next())
      next = undefined
      if (frame.done) controller.close()
      else controller.enqueue(frame.value.audio)
    },
    async cancel() {
      await frames.return(undefined)
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/octet-stream' } })
}
