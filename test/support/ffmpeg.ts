import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * What ffmpeg decodes of a file: its samples, full scale -1 to 1, one channel.
 *
 * @param rate Hz, that of the file
 * @param format in ffmpeg's words, if it cannot be left to guess: it takes some MP3 streams of two frames for video
 * @throws Error when there is no ffmpeg, or it finds anything wrong with the file
 */
export async function decodedByFfmpeg(file: Uint8Array, rate: number, format?: 'mp3'): Promise<Float32Array> {
  const path = join(tmpdir(), `purr-${crypto.randomUUID()}`) // of what comes through a pipe, ffmpeg trims no end
  const input = format === undefined ? [] : ['-f', format]
  const output = ['-f', 'f32le', '-ac', '1', '-ar', String(rate), 'pipe:1']
  try {
    await Bun.write(path, file)
    const ffmpeg = Bun.spawn(['ffmpeg', '-v', 'error', '-xerror', ...input, '-i', path, ...output], {
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [samples, said, status] = await Promise.all([
      new Response(ffmpeg.stdout).arrayBuffer(),
      new Response(ffmpeg.stderr).text(),
      ffmpeg.exited,
    ])
    if (status !== 0 || said !== '') throw new Error(`ffmpeg ends with ${status}: ${said}`)
    return new Float32Array(samples)
  } finally {
    await rm(path, { force: true })
  }
}
