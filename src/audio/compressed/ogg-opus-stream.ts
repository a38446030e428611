import { crc32 } from '../crc.ts'

/** Packets of a page. */
const PACKETS = 5
/** Names the stream among those of one file. There is no other. */
const SERIAL = 1
/** Flags of a page. */
const FIRST = 2
const LAST = 4

/** Writes the packets of an Opus encoder as an Ogg stream (RFC 3533, RFC 7845). */
export class OggOpusStream {
  readonly #rate: number
  readonly #preSkip: number
  #packets: Uint8Array[] = []
  #pages = 0
  /** Samples at 48 kHz in all packets, the pre-skip among them. */
  #position = 0

  /**
   * @param rate Hz of what was encoded
   * @param preSkip samples at 48 kHz that come out of a decoder before the first one of the sound
   */
  constructor(rate: number, preSkip: number) {
    this.#rate = rate
    this.#preSkip = preSkip
  }

  /**
   * Takes a packet and returns the page that it completes, if any, after the headers.
   *
   * @param samples of the packet, at 48 kHz
   */
  write(packet: Uint8Array, samples: number): Uint8Array {
    const headers = this.#headers()
    this.#packets.push(packet)
    this.#position += samples
    return this.#packets.length < PACKETS ? headers : Buffer.concat([headers, this.#page(0)])
  }

  /**
   * The last page.
   *
   * @param packets one or two last packets
   * @param samples of the sound, at 48 kHz: of the last packets, players play no more than belongs to it
   */
  end(packets: readonly Uint8Array[], samples: number): Uint8Array {
    const headers = this.#headers()
    this.#packets.push(...packets)
    this.#position = this.#preSkip + samples
    return Buffer.concat([headers, this.#page(LAST)])
  }

  /** The identification and the comments, before the first packet. */
  #headers(): Uint8Array {
    if (this.#pages > 0) return new Uint8Array(0)
    const head = Buffer.alloc(19)
    head.write('OpusHead', 'latin1')
    head[8] = 1 // version
    head[9] = 1 // channels
    head.writeUInt16LE(this.#preSkip, 10)
    head.writeUInt32LE(this.#rate, 12)
    const tags = Buffer.alloc(20)
    tags.write('OpusTags', 'latin1')
    tags.writeUInt32LE(4, 8)
    tags.write('Purr', 12, 'latin1') // who wrote it; no comments follow
    return Buffer.concat([this.#pageOf([head], FIRST), this.#pageOf([tags], 0)])
  }

  #page(flags: number): Uint8Array {
    const packets = this.#packets
    this.#packets = []
    return this.#pageOf(packets, flags)
  }

  #pageOf(packets: readonly Uint8Array[], flags: number): Uint8Array {
    const lacing = packets.flatMap(({ length }) => [
      ...Array(Math.floor(length / 255)).fill(255),
      length % 255,
    ])
    const header = Buffer.alloc(27)
    header.write('OggS', 'latin1')
    header[5] = flags
    header.writeBigUInt64LE(BigInt(this.#position), 6)
    header.writeUInt32LE(SERIAL, 14)
    header.writeUInt32LE(this.#pages++, 18)
    header[26] = lacing.length
    const page = Buffer.concat([header, Uint8Array.from(lacing), ...packets])
    page.writeUInt32LE(crc32(page), 22)
    return page
  }
}
