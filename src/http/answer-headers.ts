/** The headers of every answer, unless its route says otherwise: nothing is kept, guessed or passed on. */
export const ANSWER_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** The headers of an answer that is sent while it is made. Proxies such as nginx pass it on without collecting it first. */
export const STREAM_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
}
