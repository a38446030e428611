import { describe, expect, test } from 'bun:test'
import { Metronome } from '../../../src/bridges/calls/metronome.ts'
import { PacedLine, type Wire } from '../../../src/bridges/calls/paced-line.ts'
import { seeded } from '../../support/random.ts'
import { ManualClock } from './manual-clock.ts'

const FORMAT = { bytes: 160, silence: 0xff }
const LOOK_AHEAD = 10
const FRAME_TIME = 20

/** What came over a wire, and when. */
class Recorder implements Wire {
  readonly frames: { readonly at: number; readonly frame: Buffer }[] = []
  readonly said: string[] = []
  readonly #clock: ManualClock

  constructor(clock: ManualClock) {
    this.#clock = clock
  }

  get audio(): Buffer {
    return Buffer.concat(this.frames.map(({ frame }) => frame))
  }

  begin(): void {
    this.said.push('begin')
  }

  media(frame: Uint8Array): void {
    this.frames.push({ at: this.#clock.now(), frame: Buffer.from(frame) })
  }

  mark(name: string): void {
    this.said.push(`mark ${name} after ${this.frames.length}`)
  }

  clear(): void {
    this.said.push(`clear after ${this.frames.length}`)
  }
}

function lineOn(clock: ManualClock, metronome = new Metronome(clock)) {
  const wire = new Recorder(clock)
  return { wire, line: new PacedLine(wire, metronome, FORMAT, LOOK_AHEAD) }
}

/** Audio in which every byte tells its place. */
function audioOf(length: number): Buffer {
  return Buffer.from(Uint8Array.from({ length }, (_, i) => (i * 7 + Math.floor(i / 251)) % 255))
}

const ignore = () => {}

describe('a paced line', () => {
  test('sends a look-ahead at once, and then exactly one frame each 20 ms for a minute', () => {
    const clock = new ManualClock()
    const { wire, line } = lineOn(clock)
    line.play(audioOf(3000 * FORMAT.bytes), ignore)
    for (let at = 0; at < 59_000; at += FRAME_TIME) {
      expect(wire.frames.length).toBe(LOOK_AHEAD + at / FRAME_TIME)
      clock.advance(FRAME_TIME)
    }
  })

  test('does not drift when the timer is late each time', () => {
    const random = seeded(17)
    const clock = new ManualClock(() => random() * 15)
    const { wire, line } = lineOn(clock)
    line.play(audioOf(2000 * FORMAT.bytes), ignore)
    clock.advance(30_000)
    const late = wire.frames.slice(LOOK_AHEAD).map(({ at }, index) => at - (index + 1) * FRAME_TIME)
    expect(late.length).toBeGreaterThan(1498)
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...late)).toBeLessThan(16)
  })

  test('that could not send for a while sends no more than the look-ahead at once: the other side ran dry', () => {
    const clock = new ManualClock()
    const { wire, line } = lineOn(clock)
    line.play(audioOf(500 * FORMAT.bytes), ignore)
    clock.advance(100)
    const before = wire.frames.length
    clock.stall(1000)
    expect(wire.frames.length - before).toBe(LOOK_AHEAD)
    clock.advance(1000)
    expect(wire.frames.length - before).toBe(LOOK_AHEAD + 50)
  })

  test('sends the same frames however the audio is cut, the last filled up with silence, then the mark', () => {
    const random = seeded(4)
    const audio = audioOf(40 * FORMAT.bytes + 33)
    for (let round = 0; round < 50; round++) {
      const clock = new ManualClock()
      const { wire, line } = lineOn(clock)
      for (let at = 0; at < audio.length; ) {
        const length = Math.floor(random() * 700)
        line.play(audio.subarray(at, at + length), ignore)
        at += length
        if (random() < 0.3) clock.advance(random() * 100)
      }
      line.finish('m', ignore)
      clock.advance(2000)
      expect(wire.frames.map(({ frame }) => frame.length)).toEqual(Array(41).fill(FORMAT.bytes))
      expect(wire.audio).toEqual(Buffer.concat([audio, Buffer.alloc(127, 0xff)]))
      expect(wire.said).toEqual(['begin', 'mark m after 41'])
      expect(clock.pending).toBe(0)
    }
  })

  test('begins an utterance with nothing of the one before it, whose last frame was filled up', () => {
    const clock = new ManualClock()
    const { wire, line } = lineOn(clock)
    for (const byte of [1, 2]) {
      line.play(Buffer.alloc(100, byte), ignore)
      line.finish('m', ignore)
    }
    clock.advance(1000)
    const filled = (byte: number) => Buffer.alloc(FORMAT.bytes, 0xff).fill(byte, 0, 100)
    expect(wire.frames.map(({ frame }) => frame)).toEqual([filled(1), filled(2)])
  })

  test('tells when the first of each piece was sent, and when all was', () => {
    const clock = new ManualClock()
    const { line } = lineOn(clock)
    const told: string[] = []
    for (const name of ['a', 'b', 'c'])
      line.play(audioOf(8 * FORMAT.bytes + 10), () => told.push(`${name} at ${clock.now()}`))
    line.finish('m', () => told.push(`all at ${clock.now()}`))
    clock.advance(1000)
    // Frames 0, 8 and 16 have the first of them, of 25: the look-ahead is 10.
    expect(told).toEqual(['a at 0', 'b at 0', 'c at 140', 'all at 300'])
  })

  test('is silent at once when it is cleared: no frame and no word of the old ones comes afterwards', () => {
    const clock = new ManualClock()
    const { wire, line } = lineOn(clock)
    const told: string[] = []
    line.play(Buffer.alloc(100 * FORMAT.bytes, 1), () => told.push('old'))
    line.play(Buffer.alloc(10 * FORMAT.bytes + 5, 1), () => told.push('late'))
    line.finish('old', () => told.push('all'))
    clock.advance(200)
    line.clear()
    const before = wire.frames.length
    expect(before).toBe(20)
    clock.advance(5000)
    expect(wire.frames.length).toBe(before)
    expect(wire.said).toEqual(['begin', 'clear after 20'])
    line.play(Buffer.alloc(20 * FORMAT.bytes, 2), () => told.push('new'))
    expect(wire.frames.length).toBe(before + LOOK_AHEAD) // the other side has nothing any more
    expect(new Set(wire.frames.slice(before).flatMap(({ frame }) => [...frame]))).toEqual(new Set([2]))
    expect(told).toEqual(['old', 'new'])
  })

  test('waits while the other side has no room', () => {
    const clock = new ManualClock()
    const { wire, line } = lineOn(clock)
    line.play(audioOf(100 * FORMAT.bytes), ignore)
    line.pause()
    clock.advance(1000)
    expect(wire.frames.length).toBe(LOOK_AHEAD)
    line.resume()
    expect(wire.frames.length).toBe(2 * LOOK_AHEAD)
    clock.advance(200)
    expect(wire.frames.length).toBe(3 * LOOK_AHEAD)
  })

  test('that is cleared while the other side has no room speaks on at once: there is room again', () => {
    const clock = new ManualClock()
    const { wire, line } = lineOn(clock)
    line.play(audioOf(100 * FORMAT.bytes), ignore)
    line.pause()
    line.clear()
    line.play(audioOf(100 * FORMAT.bytes), ignore)
    expect(wire.frames.length).toBe(2 * LOOK_AHEAD)
    expect(wire.said).toEqual(['begin', `clear after ${LOOK_AHEAD}`, 'begin'])
  })
})

test.each(['clear', 'close'] as const)(
  'a line needs no more beats after %s, whatever it had to send',
  (end) => {
    const clock = new ManualClock()
    const { line } = lineOn(clock)
    line.play(audioOf(100 * FORMAT.bytes), ignore)
    expect(clock.pending).toBe(1)
    line[end]()
    expect(clock.pending).toBe(0)
  },
)

test.each([
  ['on time', 0],
  ['late', 15],
  ['very late', 400],
])(
  'a line that begins while another one speaks is never ahead of the look-ahead; timers are %s',
  (_, most) => {
    const random = seeded(23)
    for (let round = 0; round < 50; round++) {
      const clock = new ManualClock(() => random() * most)
      const metronome = new Metronome(clock)
      lineOn(clock, metronome).line.play(audioOf(500 * FORMAT.bytes), ignore)
      const begun = Math.floor(random() * 1000)
      clock.advance(begun)
      const { wire, line } = lineOn(clock, metronome)
      line.play(audioOf(300 * FORMAT.bytes), ignore)
      for (let passed = 0; passed < 2000; passed++) {
        expect(wire.frames.length).toBeLessThanOrEqual(LOOK_AHEAD + passed / FRAME_TIME)
        clock.advance(1)
      }
      clock.advance(60_000)
      expect(wire.frames.length).toBe(300)
      expect(clock.pending).toBe(0)
    }
  },
)

test('all lines keep one time, from one timer, which stops with the last of them', () => {
  const clock = new ManualClock()
  const metronome = new Metronome(clock)
  const lines = Array.from({ length: 50 }, () => lineOn(clock, metronome))
  for (const [index, { line }] of lines.entries()) {
    line.play(audioOf((60 + index) * FORMAT.bytes), ignore)
    clock.advance(3)
    expect(clock.pending).toBe(1)
  }
  clock.advance(1500)
  for (const { wire } of lines) {
    const times = wire.frames.slice(LOOK_AHEAD).map(({ at }) => at % FRAME_TIME)
    expect(new Set(times)).toEqual(new Set([0]))
  }
  clock.advance(10_000)
  expect(lines.map(({ wire }) => wire.frames.length)).toEqual(lines.map((_, index) => 60 + index))
  expect(clock.pending).toBe(0)
})
