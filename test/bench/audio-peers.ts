import { dlopen } from 'bun:ffi'
import { ConverterType, create } from '@alexanderolsen/libsamplerate-js'
import SpeexResampler from 'speex-resampler'
import { Resampler } from '../../src/audio/resampler.ts'
import { INPUT_RATE, presence } from '../audio/measure.ts'

type Rate = 8000 | 16000

export interface Peer {
  readonly name: string
  /** Resamples a recording from 22050 Hz to the rate of the peer. */
  resample(pcm: Float32Array): Float32Array
  /** The gain in dB that it means to have at a frequency, if it is not flat. */
  readonly curve?: (hertz: number) => number
}

/** Purr's resampler, then the others that are available, at their best quality. */
export async function peers(rate: Rate): Promise<Peer[]> {
  return [purr(rate), ...soxr(rate), await libsamplerate(rate), await speex(rate)]
}

/** Purr's resampler, as a stream in blocks of 100 ms. */
function purr(rate: Rate): Peer {
  const resample = (pcm: Float32Array) => {
    const out = new Float32Array(Math.ceil((pcm.length * rate) / INPUT_RATE))
    const resampler = new Resampler(rate)
    let filled = 0
    const add = (samples: Float32Array) => {
      out.set(samples, filled)
      filled += samples.length
    }
    for (let start = 0; start < pcm.length; start += 2205)
      add(resampler.process(pcm.subarray(start, start + 2205)))
    add(resampler.finish())
    return out
  }
  return { name: 'Purr, WASM', resample, curve: rate === 8000 ? presence : undefined }
}

/** soxr with default specifications: quality HQ, f32 input and output, on the calling thread. */
function soxr(rate: Rate): Peer[] {
  const library = openSoxr()
  if (library === undefined) return []
  const { soxr_create, soxr_process, soxr_delete } = library.symbols
  const resample = (pcm: Float32Array) => {
    const out = new Float32Array(Math.ceil((pcm.length * rate) / INPUT_RATE))
    const made = new BigUint64Array(1)
    const stream = soxr_create(INPUT_RATE, rate, 1, null, null, null, null)
    if (stream === null) throw new Error('soxr_create failed')
    soxr_process(stream, pcm, pcm.length, null, out, out.length, made)
    const rest = out.subarray(Number(made[0]))
    // No input means the end of the stream.
    if (rest.length > 0) soxr_process(stream, null, 0, null, rest, rest.length, null)
    soxr_delete(stream)
    return out
  }
  return [{ name: 'soxr HQ, native', resample }]
}

function openSoxr() {
  try {
    return dlopen('libsoxr.so.0', {
      soxr_create: { args: ['f64', 'f64', 'u32', 'ptr', 'ptr', 'ptr', 'ptr'], returns: 'ptr' },
      soxr_process: { args: ['ptr', 'ptr', 'u64', 'ptr', 'ptr', 'u64', 'ptr'], returns: 'ptr' },
      soxr_delete: { args: ['ptr'], returns: 'void' },
    })
  } catch {
    console.log('\nsoxr is left out: libsoxr.so.0 does not load (Debian has it in libsoxr0).')
    return undefined
  }
}

async function libsamplerate(rate: Rate): Promise<Peer> {
  const converter = await create(1, INPUT_RATE, rate, { converterType: ConverterType.SRC_SINC_BEST_QUALITY })
  return { name: 'libsamplerate best, WASM', resample: (pcm) => converter.simple(pcm) }
}

/** The package only handles 16-bit samples, which limits it to about 97 dB. */
async function speex(rate: Rate): Promise<Peer> {
  await SpeexResampler.initPromise
  const resampler = new SpeexResampler(1, INPUT_RATE, rate, 10)
  const resample = (pcm: Float32Array) => {
    const chunk = Int16Array.from(pcm, (sample) => Math.round(sample * 32_767))
    const bytes = resampler.processChunk(Buffer.from(chunk.buffer))
    const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
    return Float32Array.from(samples, (sample) => sample / 32_767)
  }
  return { name: 'speexdsp 10, WASM, 16-bit', resample }
}
