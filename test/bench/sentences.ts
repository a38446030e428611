import { join } from 'node:path'
import { rateOf, type TextErrors } from './error-rate.ts'
import { recognize, withFolder, wordErrors } from './recognizer.ts'
import type { Speak } from './speak.ts'

export interface Sentence {
  readonly text: string
  /** The reference words for a recogniser. */
  readonly words: string
}

/** The sentences of a file of this folder. */
export async function readSentences(name: string): Promise<Sentence[]> {
  const lines = (await Bun.file(join(import.meta.dir, name)).text()).trim().split('\n')
  return lines.map((line) => {
    const [text = '', words = text] = line.split('|')
    return { text, words }
  })
}

/** The word error rate of a recogniser on a voice that speaks the sentences. */
export async function errorRate(speak: Speak, sentences: readonly Sentence[]): Promise<number> {
  return rateOf(await errorsIn(speak, sentences))
}

/** A recogniser's word errors in each of the sentences, as a voice speaks them. */
export async function errorsIn(speak: Speak, sentences: readonly Sentence[]): Promise<readonly TextErrors[]> {
  return withFolder(async (folder) => {
    const files = sentences.map((_, index) => join(folder, `${index}.wav`))
    for (const [index, { text }] of sentences.entries()) await speak(text, files[index]!)
    const texts = sentences.map(({ words }) => words)
    return wordErrors(texts, await recognize(files))
  })
}
