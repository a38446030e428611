/** Waits until something is so; it fails after six seconds. */
export async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (await isSo()) return
    await Bun.sleep(20)
  }
  throw new Error('it never came about')
}
