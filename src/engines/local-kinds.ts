import type { LocalKind } from './onnx/local-kind.ts'

/** The kinds of models that run in this process, by the names that config.json has for them. */
export const LOCAL_KINDS: Readonly<Record<string, () => Promise<LocalKind>>> = {
  pocket: async () => (await import('./onnx/pocket/pocket.ts')).POCKET,
  style: async () => (await import('./onnx/style/style.ts')).STYLE,
  supertonic: async () => (await import('./onnx/supertonic/supertonic.ts')).SUPERTONIC,
  vits: async () => (await import('./onnx/vits/vits.ts')).VITS,
}
