import { expect, test } from 'bun:test'
import { join } from 'node:path'

const RESAMPLER = join(import.meta.dir, '../../src/audio/input-resampler.ts')

/** Makes resamplers of 13 rates whose filters are the largest: their ratio to 22050 has 441 in it. */
const SCRIPT = `
  import { createInputResampler } from ${JSON.stringify(RESAMPLER)}
  const rates = [958, 956, 955, 953, 950, 949, 947, 946, 944, 943, 941, 940, 937].map((k) => 50 * k)
  for (const rate of rates) {
    try {
      console.log(createInputResampler(rate).process(new Float32Array(rate)).length > 21_900)
    } catch (error) {
      console.log(String(error))
    }
  }
`

// In a process of its own: filters are never freed.
test('the audio core has room for the filters of 12 rates, even the largest, and refuses another', () => {
  const { stdout } = Bun.spawnSync([process.execPath, '-e', SCRIPT])
  const lines = stdout.toString().trim().split('\n')
  expect(lines.slice(0, 12)).toEqual(Array(12).fill('true'))
  expect(lines.slice(12)).toEqual(['RangeError: Samples come at more than 12 different rates: use fewer.'])
})
