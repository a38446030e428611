import { crc32, deflateRawSync } from 'node:zlib'

/** A ZIP archive (PKWARE, APPNOTE.TXT) of files by their paths, compressed or as they are. */
export function zipOf(files: Readonly<Record<string, Uint8Array>>, compressed: boolean): Uint8Array {
  const locals: Uint8Array[] = []
  const entries: Uint8Array[] = []
  let offset = 0
  for (const [path, bytes] of Object.entries(files)) {
    const name = Buffer.from(path)
    const packed = compressed ? deflateRawSync(bytes) : bytes
    // method, time, date, CRC, sizes, lengths of the name and the extra field
    const common = Buffer.alloc(22)
    common.writeUInt16LE(compressed ? 8 : 0, 0)
    common.writeUInt32LE(crc32(bytes), 6)
    common.writeUInt32LE(packed.length, 10)
    common.writeUInt32LE(bytes.length, 14)
    common.writeUInt16LE(name.length, 18)
    const local = Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1'), common, name, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0\x14\0\0\0', 'latin1'), common, rest, name]))
    locals.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(Buffer.concat(entries).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, ...entries, end])
}
