import { crc16Reflected } from '../crc.ts'

/** Thousands of bits a second of the MP3 stream, the same in every frame. */
export const MP3_BIT_RATE = 64

/** Samples of a frame. */
const FRAME = 576
/** A frame of MPEG-2 Layer III: no CRC, 64 kbit/s, 22050 Hz, no padding, one channel, original. */
const HEADER = [0xff, 0xf3, 0x80, 0xc4]
const FRAME_BYTES = 208 // floor(72 * 64000 / 22050)
/** Places in the frame: the tag is after the header and the side information of one channel. */
const TAG = 13
const CONTENTS = TAG + 16
const QUALITY = CONTENTS + 100
const LAME = QUALITY + 4
/** The tag has the number of frames, the number of bytes, the table of contents and the quality. */
const FLAGS = 15
/** Samples that LAME puts before the first one. Players add the 529 of every decoder. */
const ENCODER_DELAY = 576
/** Samples of silence before the speech when a stream is decoded. */
export const MP3_DELAY = ENCODER_DELAY + 529

/**
 * A file of a whole MP3 stream: before it is an empty frame with the tag that Xing and LAME introduced. From it, players know
 * how much there is to play, so that they play the speech and nothing before or after it.
 *
 * @param stream of {@link MP3_BIT_RATE}
 * @param samples of the speech
 */
export function mp3File(stream: Uint8Array, samples: number): Uint8Array {
  const frames = countFrames(stream)
  const frame = Buffer.alloc(FRAME_BYTES)
  frame.set(HEADER)
  frame.write('Info', TAG, 'latin1')
  frame.writeUInt32BE(FLAGS, TAG + 4)
  frame.writeUInt32BE(frames, TAG + 8)
  frame.writeUInt32BE(FRAME_BYTES + stream.length, TAG + 12)
  for (let percent = 0; percent < 100; percent++) frame[CONTENTS + percent] = Math.floor(percent * 2.56)
  frame.write('LAME3.100', LAME, 'latin1')
  frame[LAME + 9] = 0x01 // revision 0 of LAME's part, constant bit rate
  frame[LAME + 20] = MP3_BIT_RATE
  // Two numbers of 12 bits.
  frame.writeUIntBE(ENCODER_DELAY * 4096 + frames * FRAME - ENCODER_DELAY - samples, LAME + 21, 3)
  frame.writeUInt32BE(FRAME_BYTES + stream.length, LAME + 28)
  frame.writeUInt16BE(crc16Reflected(stream), LAME + 32)
  frame.writeUInt16BE(crc16Reflected(frame.subarray(0, LAME + 34)), LAME + 34)
  return Buffer.concat([frame, stream])
}

/** The frames of a stream. One in which the padding bit is set has a byte more. */
function countFrames(stream: Uint8Array): number {
  let count = 0
  for (let at = 0; at < stream.length; count++) at += FRAME_BYTES + ((stream[at + 2]! >> 1) & 1)
  return count
}
