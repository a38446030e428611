import type { LocalKind } from './onnx/local-kind.ts'

/** The kinds of models that run in this process, by the names that config.json has for them. */
export const LOCAL_KINDS: Readonly<Record<string, () => Promise<LocalKind>>> = {
  vits: async () => (await import('./onnx/vits/vits.ts')).VITS,
  style: async () => (await import('./onnx/style/style.ts')).STYLE,
}
