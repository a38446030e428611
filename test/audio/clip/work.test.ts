import { expect, test } from 'bun:test'
import { decodeClip } from '../../../src/audio/clip/decode.ts'
import { FLAC_RATES, flacFile, flacFrame, oggFile } from './files.ts'

/** Processor time that a file takes, whatever comes out (microseconds). */
async function workOf(file: Uint8Array): Promise<number> {
  const before = process.cpuUsage()
  await decodeClip(file).catch(() => {})
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** Frames that a decoder decodes to their end, where their checksum is wrong. */
function brokenFrames(count: number): Buffer {
  const frame = flacFrame(new Array(8).fill(0), 0, 16, 65535, FLAC_RATES.at192000)
  frame[frame.length - 1]! ^= 1
  return Buffer.alloc(frame.length * count, frame)
}

/** The marker and the first metadata block of a FLAC file. */
const FLAC_HEAD = flacFile({ sampleRate: 192_000, bits: 16, blockSize: 65535, frames: [[0]] }).subarray(0, 42)

/** FLAC in Ogg whose rate changes with every frame. */
function restless(count: number): Buffer {
  const rates = [FLAC_RATES.at192000, FLAC_RATES.at176400]
  const frames = rates.map((rate) => flacFrame([0], 0, 16, 16, rate))
  const head = Buffer.concat([Buffer.from('\x7fFLAC\x01\0\0\x01', 'latin1'), FLAC_HEAD])
  return oggFile([head, ...Array.from({ length: count }, (_, i) => frames[i % 2]!)])
}

const longest = flacFile({
  sampleRate: 48_000,
  bits: 16,
  blockSize: 4800,
  frames: new Array(1190).fill([0, 0]),
})

test.each([
  ['frames that are damaged at their ends', Buffer.concat([FLAC_HEAD, brokenFrames(47_000)])],
  ['a rate that changes with every frame', restless(47_000)],
])('%s are not decoded for much longer than two minutes of stereo', async (_, file) => {
  await workOf(longest)
  expect(await workOf(file)).toBeLessThan(6 * (await workOf(longest)))
})
