import { mp3Decoder } from './decoders/mp3.ts'
import type { Piece } from './piece.ts'

/** Bytes that are decoded at once. */
const STEP = 8192

/** Reads an MP3 file from its first frame on. libmpg123 finds the frames, and cuts the encoder's delay where a LAME tag tells it. */
export async function* readMp3(file: Uint8Array): AsyncGenerator<Piece> {
  const decode = await mp3Decoder()
  for (let at = 0; at < file.length; at += STEP) yield decode(file.subarray(at, at + STEP))
}
