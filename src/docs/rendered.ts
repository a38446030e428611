/** The documentation as HTML. */
export interface Rendered {
  /** Each page by its address. */
  readonly pages: ReadonlyMap<string, string>
  /** The page for addresses without one, in the documentation's style. */
  readonly notFound: string
}

let rendered: Promise<Rendered> | undefined

/**
 * The documentation, rendered when it is first asked for: few servers are asked. It takes a tenth of a second, in a thread of
 * its own, so that it delays no other request and no audio.
 *
 * @throws Error when the thread fails; the next call tries again
 */
export function documentation(): Promise<Rendered> {
  rendered ??= render().catch((cause) => {
    rendered = undefined
    throw cause
  })
  return rendered
}

async function render(): Promise<Rendered> {
  const thread = new Worker(new URL('rendering-program.ts', import.meta.url).href)
  try {
    return await new Promise((resolve, reject) => {
      thread.onmessage = ({ data }: MessageEvent<Rendered>) => resolve(data)
      thread.onerror = (event) => {
        event.preventDefault()
        reject(new Error(`the documentation could not be rendered: ${event.message}`))
      }
    })
  } finally {
    thread.terminate()
  }
}
