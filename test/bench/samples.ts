/** Reads a sound file with sox, as mono samples at a rate. */
export async function readSamples(file: string, rate: number): Promise<Float32Array> {
  const format = ['-t', 'raw', '-e', 'floating-point', '-b', '32', '-c', '1', '-r', String(rate)]
  const child = Bun.spawn(['sox', file, ...format, '-'], { stdout: 'pipe', stderr: 'pipe' })
  const [samples, complaint] = await Promise.all([child.stdout.bytes(), child.stderr.text()])
  if ((await child.exited) !== 0) throw new Error(`sox ${file}: ${complaint.trim()}`)
  return new Float32Array(samples.buffer)
}
