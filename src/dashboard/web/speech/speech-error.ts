import { ApiError, jsonIn, refused } from '../api.ts'

/** Why something was not spoken, in the words of the API: the refusal in an answer. */
export async function refusalIn(answer: Response): Promise<ApiError> {
  return refused(answer.status, jsonIn(await answer.text().catch(() => '')))
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
