import { Filter } from './filter'
import { input, output } from './memory'

const INPUT_RATE: f64 = 22050

const to8000 = new Filter(160, 441, INPUT_RATE)
const to16000 = new Filter(320, 441)
const to24000 = new Filter(160, 147)

/** The filter that resamples from 22050 Hz to `rate` (8000, 16000 or 24000 Hz). What is for a telephone gets presence. */
export function filterTo(rate: i32): Filter {
  if (rate === 8000) return to8000
  return rate === 16000 ? to16000 : to24000
}

/** Makes a filter that resamples by up/down, in lowest terms. It stays for good: make each one once. */
export function makeFilter(up: i32, down: i32): Filter {
  return new Filter(up, down)
}

/** Outputs for every `down` inputs. */
export function up(filter: Filter): i32 {
  return filter.up
}

/** Inputs for every `up` outputs. */
export function down(filter: Filter): i32 {
  return filter.down
}

/** Input samples that an output needs on either side of its position. */
export function reach(filter: Filter): i32 {
  return filter.reach
}

/**
 * Computes `count` outputs into `output`. The first lies `phase / up` of a sample after input sample `reach - 1`.
 * `input` must have all samples that the last output reads. No state is kept. Each output is the same sum in the same
 * order, however the input was divided into blocks.
 */
export function resample(filter: Filter, phase: i32, count: i32): void {
  const width = 2 * filter.reach
  const taps = changetype<usize>(filter.taps)
  const wholeStep = filter.down / filter.up
  const phaseStep = filter.down % filter.up
  let from = input
  for (let i = 0; i < count; i++) {
    store<f32>(output + (i << 2), dot(from, taps + ((phase * width) << 2), width))
    from += wholeStep << 2
    phase += phaseStep
    if (phase >= filter.up) {
      phase -= filter.up
      from += 4
    }
  }
}

/**
 * The inner product of two f32 vectors whose length is a multiple of 16. Four sums hide the latency of the additions.
 */
function dot(a: usize, b: usize, length: i32): f32 {
  let sum0 = f32x4.splat(0)
  let sum1 = f32x4.splat(0)
  let sum2 = f32x4.splat(0)
  let sum3 = f32x4.splat(0)
  const end = a + (length << 2)
  for (; a < end; a += 64, b += 64) {
    sum0 = f32x4.add(sum0, f32x4.mul(v128.load(a), v128.load(b)))
    sum1 = f32x4.add(sum1, f32x4.mul(v128.load(a, 16), v128.load(b, 16)))
    sum2 = f32x4.add(sum2, f32x4.mul(v128.load(a, 32), v128.load(b, 32)))
    sum3 = f32x4.add(sum3, f32x4.mul(v128.load(a, 48), v128.load(b, 48)))
  }
  const sum = f32x4.add(f32x4.add(sum0, sum1), f32x4.add(sum2, sum3))
  return (
    f32x4.extract_lane(sum, 0) +
    f32x4.extract_lane(sum, 1) +
    (f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3))
  )
}
