/**
 * Runs a decoder's synchronous call without its comments: these decoders write every bad frame to the console, which is
 * news to nobody, and a thousand lines for one damaged file.
 */
export function quietly<T>(call: () => T): T {
  const { error } = console
  console.error = () => {}
  try {
    return call()
  } finally {
    console.error = error
  }
}
