/**
 * What a promise comes to, or something else if that takes too long. Nothing is ended by that.
 *
 * @param milliseconds for which it is waited
 * @param late what is returned then
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
