import { describe, expect, test } from 'bun:test'
import { EventReader, eventBytes, type WyomingEvent } from '../../../src/bridges/wyoming/event.ts'
import { seeded } from '../../support/random.ts'
import { written } from './client.ts'

/** The events in some bytes, which come in pieces. */
function read(pieces: readonly Uint8Array[]): WyomingEvent[] {
  const events: WyomingEvent[] = []
  const reader = new EventReader((event) => events.push(event))
  for (const piece of pieces) reader.read(piece)
  expect(reader.isWithinEvent).toBe(false)
  return events
}

const STREAM = Buffer.from(
  [
    '{"type":"describe"}\n',
    '{"type":"synthesize","data":{"text":"old","voice":{"name":"Grace"}},"data_length":15}\r\n{"text":"näw"}',
    written('audio-chunk', { rate: 16000 }, '\n{"type":"describe"}\n'.repeat(500)),
    '{"type":"synthesize-stop","data":null,"data_length":null,"payload_length":0,"version":"1.9.0"}\n',
    written('ping', { text: 'x'.repeat(60_000) }),
  ].join(''),
)

const EVENTS = [
  { type: 'describe', data: {} },
  { type: 'synthesize', data: { text: 'näw', voice: { name: 'Grace' } } },
  { type: 'audio-chunk', data: { rate: 16000 } },
  { type: 'synthesize-stop', data: {} },
  { type: 'ping', data: { text: 'x'.repeat(60_000) } },
]

describe('events are read', () => {
  test('whole', () => {
    const events = read([STREAM])
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual(EVENTS)
    expect(events.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(STREAM.length)
  })

  test('byte by byte', () => {
    expect(read([...STREAM].map((byte) => Uint8Array.of(byte)))).toEqual(read([STREAM]))
  })

  test('however they are cut', () => {
    const whole = read([STREAM])
    const random = seeded(1)
    for (let round = 0; round < 200; round++) {
      const pieces: Uint8Array[] = []
      for (let at = 0; at < STREAM.length; ) {
        const length = 1 + Math.floor(random() ** 4 * 20_000)
        pieces.push(STREAM.subarray(at, at + length))
        at += length
      }
      expect(read(pieces)).toEqual(whole)
    }
  })

  test('as they are written', () => {
    expect(
      read([eventBytes('info', { text: 'grün\n' }, new Uint8Array(5)), eventBytes('audio-stop')]),
    ).toEqual([
      { type: 'info', data: { text: 'grün\n' }, bytes: expect.any(Number) },
      { type: 'audio-stop', data: {}, bytes: expect.any(Number) },
    ])
  })
})

test('what has been read before stays true when something cannot be read', () => {
  const events: WyomingEvent[] = []
  const reader = new EventReader((event) => events.push(event))
  expect(() => reader.read(Buffer.from(`${written('describe')}{]\n`))).toThrow('not valid JSON')
  expect(events.map(({ type }) => type)).toEqual(['describe'])
})
