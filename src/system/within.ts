/**
 * The value of a promise, or another one if that takes too long. What the promise waits for goes on.
 *
 * @param milliseconds the longest wait
 * @param late what is returned after it
 * @throws what the promise is rejected with, unless that is later
 */
export async function within<Value, Late>(
  milliseconds: number,
  coming: Promise<Value>,
  late: Late,
): Promise<Value | Late> {
  const { promise: over, resolve } = Promise.withResolvers<Late>()
  const timer = setTimeout(() => resolve(late), milliseconds)
  try {
    return await Promise.race([coming, over])
  } finally {
    clearTimeout(timer)
  }
}
