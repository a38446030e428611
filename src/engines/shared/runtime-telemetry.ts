import { cLibrary } from '../../system/c-library.ts'

/**
 * Keeps ONNX Runtime from reporting to its maker: since 1.29 its builds write a device id and send events unless this
 * variable is set (microsoft/onnxruntime#27379). Native code reads it, which does not see what JavaScript writes to
 * `process.env`, and it must be set before the library is loaded.
 *
 * @throws Error when it cannot be set: better no speech than speech that is reported
 */
export function disableRuntimeTelemetry(): void {
  const library = cLibrary({ setenv: { args: ['cstring', 'cstring', 'int'], returns: 'int' } })
  if (library?.setenv(Buffer.from('ORT_DISABLE_TELEMETRY\0'), Buffer.from('1\0'), 1) === 0) return
  throw new Error('the telemetry of ONNX Runtime cannot be switched off on this system')
}
