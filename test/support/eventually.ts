/** Waits until something is so. It fails late: on a machine that has much else to do everything takes long. */
export async function eventually(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUp = performance.now() + 90_000
  while (!(await isSo())) {
    if (performance.now() > giveUp) throw new Error('it never came about')
    await Bun.sleep(20)
  }
}
