/** A box of an MP4 file (ISO/IEC 14496-12, 4.2). In a truncated file its content may be incomplete. */
export interface Box {
  readonly type: string
  /** Where the box begins in the file. */
  readonly at: number
  /** The box's content. */
  readonly data: DataView
}

/** The sibling boxes in some bytes. */
export function* boxes(bytes: DataView, start = 0): Generator<Box> {
  for (let at = start; at + 8 <= bytes.byteLength; ) {
    const short = bytes.getUint32(at)
    const long = short === 1 && at + 16 <= bytes.byteLength
    const header = long ? 16 : 8
    const size = long ? Number(bytes.getBigUint64(at + 8)) : short || bytes.byteLength - at
    if (size < header) return
    const end = Math.min(at + size, bytes.byteLength)
    const type = String.fromCharCode(...[4, 5, 6, 7].map((i) => bytes.getUint8(at + i)))
    yield { type, at, data: view(bytes, at + header, end) }
    at += size
  }
}

/** The content of the box at a path: the first child of each type, from the outside in. Undefined if there is none. */
export function content(bytes: DataView, ...path: readonly string[]): DataView | undefined {
  let inner: DataView | undefined = bytes
  for (const type of path) inner = inner && first(inner, type)
  return inner
}

function first(bytes: DataView, type: string): DataView | undefined {
  for (const box of boxes(bytes)) {
    if (box.type === type) return box.data
  }
  return undefined
}

/** The bytes of a view from one offset to another, without a copy; empty if they end before they start. */
export function view(bytes: DataView, start: number, end = bytes.byteLength): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset + start, Math.max(0, end - start))
}

/** The bytes of a view, without a copy. */
export function bytesOf(data: DataView): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
}
