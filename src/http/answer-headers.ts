/** The headers of every response, unless its route says otherwise: nothing is kept, guessed or passed on. */
export const ANSWER_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** The headers of a response that is sent while it is made. Proxies such as nginx pass it on without buffering it. */
export const STREAM_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
}
