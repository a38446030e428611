import { readFileSync } from 'node:fs'
import { shellCommand } from '../system/shell-command.ts'

/** Handle of one of the core's resampling filters. */
export type Filter = number & { readonly filter: unique symbol }

/** What wasm/assembly/index.ts exports; each function is documented there. */
interface AudioCore {
  readonly memory: WebAssembly.Memory
  readonly capacity: { readonly value: number }
  readonly input: { readonly value: number }
  readonly output: { readonly value: number }
  filterTo(rate: number): Filter
  makeFilter(up: number, down: number): Filter
  up(filter: Filter): number
  down(filter: Filter): number
  reach(filter: Filter): number
  resample(filter: Filter, phase: number, count: number): void
  encodeS16(count: number): void
  encodeMulaw(count: number): void
  encodeAlaw(count: number): void
}

/**
 * The WASM audio core, compiled and instantiated once a process (once a Worker), when this module is first imported.
 * It keeps nothing between calls but filters, and its memory does not grow: a caller puts samples in {@link input}, calls a
 * function and takes the result from {@link output} or {@link outputBytes} before it yields to anyone else.
 */
export const core = instantiate(compile(new URL('../../wasm/build/audio.wasm', import.meta.url)))

const { buffer } = core.memory

/** Samples for the core to work on. */
export const input = new Float32Array(buffer, core.input.value, core.capacity.value)

/** The core's result, where it is samples. */
export const output = new Float32Array(buffer, core.output.value, core.capacity.value)

/** The core's result, where it is bytes. */
export const outputBytes = new Uint8Array(buffer, output.byteOffset, output.byteLength)

function compile(file: URL): WebAssembly.Module {
  try {
    return new WebAssembly.Module(readFileSync(file))
  } catch (cause) {
    throw new Error(
      `The audio core is not built or does not load: run "${shellCommand('run build:wasm')}".`,
      { cause },
    )
  }
}

function instantiate(module: WebAssembly.Module): AudioCore {
  return new WebAssembly.Instance(module).exports as unknown as AudioCore
}
