/**
 * A stream as the body of an HTTP answer, each piece as soon as the client takes it. Nothing is answered before the
 * first piece is there, so that every failure until then has its own status; a later one breaks the connection off.
 */
export async function streamResponse(
  pieces: AsyncGenerator<Uint8Array>,
  contentType: string,
): Promise<Response> {
  let first: IteratorResult<Uint8Array> | undefined = await pieces.next()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = first ?? (await pieces.next())
      first = undefined
      if (piece.done) controller.close()
      else controller.enqueue(piece.value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
  return new Response(body, { headers: { 'content-type': contentType } })
}
