/** Why something was not spoken, in the words of the API. */
export class SpeechError extends Error {
  /** The code of the API; `offline` if the server does not answer. */
  readonly code: string
  /** What to do about it; empty if the message says it. */
  readonly detail: string
  /** The HTTP status; 0 if there is none. */
  readonly status: number

  constructor(code: string, message: string, { detail = '', status = 0 } = {}) {
    super(message)
    this.code = code
    this.detail = detail
    this.status = status
  }
}

/** The refusal in an answer. */
export async function refusalIn(answer: Response): Promise<SpeechError> {
  const text = await answer.text().catch(() => '')
  const { status } = answer
  try {
    const { error, message, detail } = JSON.parse(text) as Record<string, string | null>
    if (error && message) return new SpeechError(error, message, { detail: detail ?? '', status })
  } catch {
    // not from Purr
  }
  return new SpeechError('unknown', `The server answered with the status ${status}.`, { status })
}

/** The refusal of a server that cannot be reached. */
export function offline(): SpeechError {
  return new SpeechError('offline', 'The server does not answer.', {
    detail: 'Look whether it runs and whether you are connected, then speak again.',
  })
}

/** The refusal of speech that broke off on the way. */
export function brokenOff(): SpeechError {
  return new SpeechError('broken_off', 'The speech broke off before its end.', {
    detail: 'Nothing was charged. Speak again; the log of the server says what happened.',
  })
}
