import { ApiError } from '../api.ts'

/** Why something was not spoken, in the words of the API: the refusal in an answer. */
export async function refusalIn(answer: Response): Promise<ApiError> {
  const text = await answer.text().catch(() => '')
  const { status } = answer
  try {
    const { error, message, detail } = JSON.parse(text) as Record<string, string | null>
    if (error && message) return new ApiError(status, error, message, detail ?? null)
  } catch {
    // not from Purr
  }
  return new ApiError(status, 'unknown', `The server answered with the status ${status}.`)
}

/** The refusal of a server that cannot be reached. */
export function offline(): ApiError {
  return new ApiError(
    0,
    'offline',
    'The server does not answer.',
    'Look whether it runs and whether you are connected, then speak again.',
  )
}

/** The refusal of speech that broke off on the way. */
export function brokenOff(): ApiError {
  return new ApiError(
    0,
    'broken_off',
    'The speech broke off before its end.',
    'Speak again; the log of the server says what happened.',
  )
}
