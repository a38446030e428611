import { describe, expect, test } from 'bun:test'
import { InsufficientCredits } from '../../src/accounts/refusals.ts'
import { AsyncQueue } from '../../src/engines/shared/async-queue.ts'
import { Capacity } from '../../src/engines/shared/capacity.ts'
import { localeOf } from '../../src/languages/registry.ts'
import { type TextSegment, TextStream } from '../../src/speech/text-stream.ts'
import { EnginePlace } from '../../src/tts/engine-place.ts'
import {
  type BufferOptions,
  type TextCredits,
  TranscriptBuffer,
  textInput,
} from '../../src/tts/transcript-buffer.ts'
import { eventually } from '../support/eventually.ts'

const LISTENER_HAS_NOTHING = () => performance.now()

/** The credits of a turn, without a database. */
class Credits implements TextCredits {
  /** The transcripts that were added. */
  readonly added: string[] = []
  /** The texts whose credits are held, each in one charge. */
  readonly held: string[] = []
  readonly #most: number
  #heldTo = 0

  /** @param most charges that are taken; further ones are refused */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most
  }

  get needsSlot(): boolean {
    return this.held.length === 0 && this.added.join('').trim() !== ''
  }

  add(transcript: string): void {
    this.added.push(transcript)
  }

  isDue(position: number): boolean {
    return this.added.join('').slice(this.#heldTo, position).trim() !== ''
  }

  async hold(position: number): Promise<number> {
    if (this.held.length === this.#most) throw new InsufficientCredits(1)
    let end = 0
    for (const transcript of this.added) {
      if (end + transcript.length - transcript.trimStart().length < position) end += transcript.length
    }
    this.held.push(this.added.join('').slice(this.#heldTo, end))
    const before = this.#heldTo
    this.#heldTo = end
    return end - before
  }
}

/** A buffer that runs, and what it takes and emits. */
function begin(options: Partial<BufferOptions<TextSegment>> = {}, credits = new Credits()) {
  const input = textInput()
  const segments = new AsyncQueue<TextSegment>()
  const capacity = new Capacity(1)
  const place = new EnginePlace(capacity)
  const buffer = new TranscriptBuffer({
    input,
    text: new TextStream(localeOf('en-US')),
    language: 'en-US',
    hold: credits,
    place,
    segments,
    runsDryAt: LISTENER_HAS_NOTHING,
    ...options,
  })
  const { added, held } = credits
  return { input, segments, added, held, capacity, place, running: buffer.run() }
}

/** Text that continues the turn. */
function piece(transcript: string, maxDelay?: number) {
  return { transcript, isLast: false, maxDelay }
}

async function nextText(segments: AsyncQueue<TextSegment>): Promise<string | undefined> {
  const { value } = await segments.next()
  return value?.segment?.text
}

/** Text that cannot be read. */
class Unreadable extends TextStream {
  override push(): TextSegment[] {
    throw new RangeError('it cannot be read')
  }

  override flush(): TextSegment[] {
    throw new RangeError('it cannot be read')
  }
}

test('a turn whose text cannot be read has no more segments to wait for', async () => {
  const { input, segments, running } = begin({ text: new Unreadable(localeOf('en-US')) })
  input.push({ transcript: 'Hello.', isLast: true, maxDelay: undefined })
  input.end()
  await expect(running).rejects.toThrow('it cannot be read')
  expect(await segments.next()).toEqual({ done: true, value: undefined })
})

test('a text without sound is bounded as a whole, however it is cut into transcripts', async () => {
  const { input, held, running } = begin()
  const silent = '. '.repeat(5000)
  input.push(piece(silent))
  input.push(piece(silent))
  await expect(running).rejects.toMatchObject({ code: 'input_too_long' })
  expect(held).toEqual([silent])
})

test('a turn has its place until the last of its transcripts was spoken, and none for white space', async () => {
  const { input, added, capacity, place, running } = begin()
  input.push(piece('  '))
  await eventually(() => added.length === 1)
  expect(capacity.taken).toBe(0)
  input.push(piece('Good morning, Mr. Miller. '))
  input.push(piece('Hi. '))
  await eventually(() => added.length === 3)
  place.generated(added.slice(0, 2).join('').length)
  expect(capacity.taken).toBe(1)
  place.generated(added.join('').length)
  expect(capacity.taken).toBe(0)
  input.end()
  await running
})

describe('the credits of a text that comes token by token', () => {
  const TOKENS = ['Good', ' morning', ',', ' Mr.', ' Miller', '.', ' How', ' are', ' you', '?', ' Fine', '.']

  /** Each segment with what is held when it is emitted, and the error with which the text ended. */
  async function speak(most?: number) {
    const credits = new Credits(most)
    const emitted: (readonly [string, readonly string[]])[] = []
    class Watched extends AsyncQueue<TextSegment> {
      override push(segment: TextSegment): void {
        emitted.push([segment.segment!.text, [...credits.held]])
      }
    }
    const { input, running } = begin({ segments: new Watched() }, credits)
    for (const token of TOKENS) input.push(piece(token))
    input.end()
    const error: unknown = await running.catch((error: unknown) => error)
    return { emitted, error }
  }

  test('are held with the first word, and then for each segment before it is spoken', async () => {
    const held = ['Good', ' morning,', ' Mr. Miller.', ' How are you?', ' Fine.']
    const texts = ['Good morning,', 'Mr. Miller.', 'How are you?', 'Fine.']
    expect(await speak()).toEqual({
      emitted: texts.map((text, index) => [text, held.slice(0, index + 2)]),
      error: undefined,
    })
  })

  test('may be refused for a segment: it is not spoken, and those before it are', async () => {
    const { emitted, error } = await speak(3)
    expect(emitted.map(([text]) => text)).toEqual(['Good morning,', 'Mr. Miller.'])
    expect(error).toBeInstanceOf(InsufficientCredits)
  })

  test('are held also where a tag at its end leaves nothing to be spoken', async () => {
    const { input, held, running } = begin()
    for (const token of ['Good morning', '<spell>', '<speed ratio="1.2"/>']) input.push(piece(token))
    input.end()
    await running
    expect(held.join('')).toBe('Good morning<spell><speed ratio="1.2"/>')
  })

  test('are not held when the turn has ended', async () => {
    const { input, segments, added, held, running } = begin()
    for (const token of ['Good', ' morning']) input.push(piece(token))
    await eventually(() => added.length === 2)
    input.close()
    segments.close()
    await running
    expect(held).toEqual(['Good'])
  })
})

describe('text with a delay', () => {
  test('waits no longer because more of it comes', async () => {
    const { input, segments, running } = begin()
    let pieces = 0
    while (segments.length === 0 && pieces < 100) {
      input.push(piece(pieces++ === 0 ? 'so good' : ' ', 100))
      await Bun.sleep(10)
    }
    expect(await nextText(segments)).toBe('so good')
    expect(pieces).toBeLessThan(100)
    input.end()
    await running
  })

  test('that comes with the end of a clause waits from then, not from when the clause began', async () => {
    const { input, segments, running } = begin()
    input.push(piece('Nice to', 200))
    await Bun.sleep(50)
    const cameAt = performance.now()
    input.push(piece(' meet you. So good', 200))
    expect(await nextText(segments)).toBe('Nice to meet you.')
    expect(await nextText(segments)).toBe('So good')
    expect(performance.now()).toBeGreaterThanOrEqual(cameAt + 200)
    input.end()
    await running
  })
})

test('words wait longer when the listener has got more speech meanwhile', async () => {
  let runsDryAt: number | undefined
  const { input, segments, running } = begin({
    runsDryAt: () => {
      if (runsDryAt !== undefined) return runsDryAt
      runsDryAt = performance.now() + 1000 // from the second question on
      return 0
    },
  })
  input.push(piece('Nice to meet you my'))
  expect(await nextText(segments)).toBe('Nice to meet you')
  expect(performance.now()).toBeGreaterThanOrEqual(runsDryAt! - 250)
  input.end()
  await running
})

test('words are spoken although the listener still has speech for long: their turn keeps its slot meanwhile', async () => {
  const { input, segments, running } = begin({ runsDryAt: () => Number.POSITIVE_INFINITY })
  input.push(piece('Nice to meet you my'))
  expect(await nextText(segments)).toBe('Nice to meet you')
  input.end()
  await running
})

test('a client that flushes without end has a thousand flushes wait, and loses none', async () => {
  const { input, segments, running } = begin()
  const ids = Array.from({ length: 3000 }, (_, flushId) => flushId)
  for (const flushId of ids) input.push({ flushId })
  input.end()
  await eventually(() => segments.length > 1000)
  await Bun.sleep(0)
  expect(segments.length).toBe(1001)
  const flushed = await Array.fromAsync(segments, (segment) => segment.flushId)
  expect(flushed).toEqual(ids)
  await running
})
