import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ClipError } from '../../../audio/clip/clip.ts'
import type { NewVoice, OpenedEngine } from '../../shared/engine-kind.ts'
import { WHENEVER, WorkerPool } from '../../workers/worker-pool.ts'
import type { CloneAnswer, ClonerStart } from './clone-worker.ts'
import type { PocketConfig } from './config.ts'
import { graphFile } from './graph-files.ts'

/** A clip takes a second or two; on a busy machine many (milliseconds). */
const TIMEOUT = 60_000

/**
 * What makes voices of recordings with a model's own encoder, one recording at a time, in a worker that lasts as long: speech
 * that is being spoken needs the cores and the memory more. Undefined: the model has no encoder.
 *
 * @param files folder with what was downloaded
 */
export async function clonerOf(files: string, config: PocketConfig): Promise<OpenedEngine['voiceOf']> {
  const folder = join(files, config.graphs ?? '')
  const graph = graphFile(await readdir(folder), 'mimi_encoder')
  if (graph === undefined) return undefined
  let last: Promise<unknown> = Promise.resolve()
  return (samples, signal) => {
    const made = last.then(() => voiceOf(join(folder, graph), samples, signal))
    last = made.catch(() => {})
    return made
  }
}

async function voiceOf(graph: string, samples: Float32Array, signal: AbortSignal): Promise<NewVoice> {
  signal.throwIfAborted()
  const start: ClonerStart = { graph }
  const script = new URL('./clone-worker.ts', import.meta.url)
  const pool = new WorkerPool({ size: 1, script, start, hangTimeout: TIMEOUT })
  try {
    await pool.started
    const answer = await pool.run<CloneAnswer>(samples, WHENEVER, signal)
    if ('fault' in answer) throw new ClipError(answer.fault, answer.message)
    return { voice: crypto.randomUUID(), prompt: answer.prompt }
  } finally {
    await pool.close()
  }
}
