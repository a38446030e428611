import { dlopen } from 'bun:ffi'

/** Where the C library is: macOS, glibc, musl. */
const C_LIBRARIES = [
  'libSystem.B.dylib',
  'libc.so.6',
  `libc.musl-${process.arch === 'x64' ? 'x86_64' : 'aarch64'}.so.1`,
]

/**
 * Keeps ONNX Runtime from reporting to its maker: since 1.29 its builds write a device id and send events unless this
 * variable is set (microsoft/onnxruntime#27379). It is read by native code, which does not see what JavaScript writes
 * to `process.env`, and must be set before the library is loaded.
 *
 * @throws Error when it cannot be set: better no speech than speech that is reported
 */
export function disableRuntimeTelemetry(): void {
  for (const library of C_LIBRARIES) {
    try {
      const { symbols } = dlopen(library, { setenv: { args: ['cstring', 'cstring', 'int'], returns: 'int' } })
      if (symbols.setenv(Buffer.from('ORT_DISABLE_TELEMETRY\0'), Buffer.from('1\0'), 1) === 0) return
    } catch {
      // not this platform's library
    }
  }
  throw new Error('the telemetry of ONNX Runtime cannot be switched off on this system')
}
