import { EngineFailure } from '../engine/engine.ts'
import { AnalysisTimeout } from './cloner.ts'

/**
 * Runs a script of this folder in a process of its own, which reads its standard input and answers in JSON.
 *
 * @param timeout in milliseconds, from now
 * @throws EngineFailure when it fails or is ended by the signal
 * @throws AnalysisTimeout when it took too long
 */
export async function answerOf<Answer>(
  script: string,
  input: Uint8Array,
  timeout: number,
  signal: AbortSignal,
): Promise<Answer> {
  if (signal.aborted) throw new EngineFailure('no voice is analysed any more')
  const deadline = AbortSignal.timeout(timeout)
  const child = Bun.spawn([process.execPath, script], {
    // read when the runtime is loaded: see ../engine/runtime-telemetry.ts
    env: { ...process.env, ORT_DISABLE_TELEMETRY: '1' },
    stdin: input,
    stdout: 'pipe',
    stderr: 'pipe',
    signal: AbortSignal.any([signal, deadline]),
    killSignal: 'SIGKILL',
  })
  const [output, complaint] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (child.exitCode === 0) return JSON.parse(output)
  if (deadline.aborted) throw new AnalysisTimeout(timeout)
  throw new EngineFailure('the voice could not be analysed', {
    cause: complaint || `ended by ${child.signalCode}`,
  })
}
