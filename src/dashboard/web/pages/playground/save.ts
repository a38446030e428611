import type { Utterance } from './utterance.ts'

/** Has the browser save what arrived as a WAV file. */
export function save(utterance: Utterance): void {
  const link = document.createElement('a')
  const address = URL.createObjectURL(utterance.file())
  link.href = address
  link.download = `${utterance.voice.name.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')}-${utterance.id}.wav`
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
