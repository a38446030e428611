import { EngineFailure } from '../engine/engine.ts'

/**
 * Runs a script of this folder in a process of its own, which reads its standard input and answers in JSON.
 *
 * @param timeout in milliseconds
 * @throws EngineFailure when it fails, takes too long or is ended by the signal
 */
export async function answerOf<Answer>(
  script: string,
  input: Uint8Array,
  timeout: number,
  signal: AbortSignal,
): Promise<Answer> {
  if (signal.aborted) throw new EngineFailure('no voice is analysed any more')
  const child = Bun.spawn([process.execPath, script], {
    // read when the runtime is loaded: see ../engine/runtime-telemetry.ts
    env: { ...process.env, ORT_DISABLE_TELEMETRY: '1' },
    stdin: input,
    stdout: 'pipe',
    stderr: 'pipe',
    signal,
    timeout,
    killSignal: 'SIGKILL',
  })
  const [output, complaint] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (child.exitCode === 0) return JSON.parse(output)
  throw new EngineFailure('the voice could not be analysed', {
    cause: complaint || `ended by ${child.signalCode}`,
  })
}
