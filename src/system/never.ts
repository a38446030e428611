/** A signal that is never aborted, for what nobody ends. */
export const never = new AbortController().signal
