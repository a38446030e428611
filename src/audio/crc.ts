const CRC_16 = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x8005 : crc << 1
  return crc
})

const CRC_16_REFLECTED = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1
  return crc
})

const CRC_32 = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24
  for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  return crc
})

/** CRC-8 of a FLAC frame header: polynomial 0x07, the highest bit first (RFC 9639, section 9.1.8). */
export function crc8(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 0xff : crc << 1
  }
  return crc
}

/** CRC-16 of a FLAC frame: polynomial 0x8005, the highest bit first (RFC 9639, section 9.3). */
export function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) crc = ((crc << 8) & 0xffff) ^ CRC_16[(crc >>> 8) ^ byte]!
  return crc
}

/** CRC-16 of LAME's tag in an MP3 file: polynomial 0x8005, the lowest bit first. */
export function crc16Reflected(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC_16_REFLECTED[(crc ^ byte) & 0xff]!
  return crc
}

/** CRC-32 of an Ogg page whose own field is 0: polynomial 0x04c11db7, the highest bit first (RFC 3533, section 6). */
export function crc32(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) crc = (crc << 8) ^ CRC_32[(crc >>> 24) ^ byte]!
  return crc >>> 0
}
