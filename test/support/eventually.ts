/** Waits until a condition holds. Its timeout is long, because everything takes long on a busy machine. */
export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  const giveUp = performance.now() + 90_000
  while (!(await condition())) {
    if (performance.now() > giveUp) throw new Error('the condition never held')
    await Bun.sleep(20)
  }
}
