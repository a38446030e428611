import { type Box, boxes, content } from './mp4-boxes.ts'

/** Where a packet is in the file. */
export interface Sample {
  readonly at: number
  readonly size: number
}

/**
 * The packets of a track by its sample tables: their sizes, the number in each chunk, and the chunk offsets (ISO/IEC
 * 14496-12, 8.7). The tables are not validated beforehand, since they may claim anything. They are read entry by entry.
 */
export function* samplesInTables(table: DataView): Generator<Sample> {
  const sizes = content(table, 'stsz')
  const runs = content(table, 'stsc')
  const offsets = content(table, 'stco')
  const longOffsets = content(table, 'co64')
  const chunks = offsets ?? longOffsets
  if (!sizes || !runs || !chunks) return
  const common = sizes.getUint32(4)
  const count = Math.min(sizes.getUint32(8), common > 0 ? Infinity : (sizes.byteLength - 12) / 4)
  let sample = 0
  let run = 0
  for (let chunk = 0; chunk < chunks.getUint32(4); chunk++) {
    let at = offsets ? offsets.getUint32(8 + 4 * chunk) : Number(chunks.getBigUint64(8 + 8 * chunk))
    while (run + 1 < runs.getUint32(4) && runs.getUint32(8 + 12 * (run + 1)) <= chunk + 1) run++
    for (let left = runs.getUint32(12 + 12 * run); left > 0 && sample < count; left--, sample++) {
      const size = common || sizes.getUint32(12 + 4 * sample)
      yield { at, size }
      at += size
    }
  }
}

/** Flags of a track fragment header (tfhd) and of a track run (trun): which optional fields are present. */
const BASE_OFFSET = 0x1
const DESCRIPTION_INDEX = 0x2
const DEFAULT_DURATION = 0x8
const DEFAULT_SIZE = 0x10
const DATA_OFFSET = 0x1
const FIRST_FLAGS = 0x4
const DURATION = 0x100
const SIZE = 0x200
const FLAGS = 0x400
const COMPOSITION_OFFSET = 0x800

/** The packets of a track in the movie fragments of a file (ISO/IEC 14496-12, 8.8). */
export function* samplesInFragments(file: DataView, movie: DataView, track: number): Generator<Sample> {
  const size = defaultSampleSize(movie, track)
  for (const box of boxes(file)) {
    if (box.type !== 'moof') continue
    for (const fragment of boxes(box.data)) {
      if (fragment.type === 'traf') yield* samplesInFragment(box, fragment.data, track, size)
    }
  }
}

/** The default sample size of a track's fragments (trex); 0 if there is none. */
function defaultSampleSize(movie: DataView, track: number): number {
  const extension = content(movie, 'mvex')
  for (const { type, data } of extension ? boxes(extension) : []) {
    if (type === 'trex' && data.getUint32(4) === track) return data.getUint32(16)
  }
  return 0
}

function* samplesInFragment(
  movie: Box,
  fragment: DataView,
  track: number,
  defaultSize: number,
): Generator<Sample> {
  const header = content(fragment, 'tfhd')
  if (header?.getUint32(4) !== track) return
  const flags = header.getUint32(0)
  let field = 8
  const take = (flag: number, bytes: number) => {
    const at = field
    if (flags & flag) field += bytes
    return flags & flag ? at : undefined
  }
  const baseAt = take(BASE_OFFSET, 8)
  take(DESCRIPTION_INDEX, 4)
  take(DEFAULT_DURATION, 4)
  const sizeAt = take(DEFAULT_SIZE, 4)
  const base = baseAt === undefined ? movie.at : Number(header.getBigUint64(baseAt))
  const size = sizeAt === undefined ? defaultSize : header.getUint32(sizeAt)
  let end = base
  for (const run of boxes(fragment)) {
    if (run.type !== 'trun') continue
    for (const sample of samplesInRun(run.data, base, end, size)) {
      yield sample
      end = sample.at + sample.size
    }
  }
}

function* samplesInRun(run: DataView, base: number, start: number, defaultSize: number): Generator<Sample> {
  const flags = run.getUint32(0)
  let field = 8
  let at = start
  if (flags & DATA_OFFSET) {
    at = base + run.getInt32(field)
    field += 4
  }
  if (flags & FIRST_FLAGS) field += 4
  for (let left = run.getUint32(4); left > 0; left--) {
    if (flags & DURATION) field += 4
    const size = flags & SIZE ? run.getUint32(field) : defaultSize
    for (const flag of [SIZE, FLAGS, COMPOSITION_OFFSET]) {
      if (flags & flag) field += 4
    }
    yield { at, size }
    at += size
  }
}
