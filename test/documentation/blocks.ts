import { readFileSync } from 'node:fs'

/** A fenced block of a Markdown file. */
export interface Block {
  /** Such as `sh`; empty where none is named. */
  readonly language: string
  readonly text: string
  /** Where it is, as `README.md:120` of its first line. */
  readonly place: string
}

/** The fenced blocks of a Markdown file, in their order. */
export function blocksOf(file: string): Block[] {
  const blocks: Block[] = []
  const fence = /^```(\w*)\n(.*?)^```$/gms
  const markdown = readFileSync(file, 'utf8')
  for (const { index, 1: language, 2: text } of markdown.matchAll(fence)) {
    const line = markdown.slice(0, index).split('\n').length + 1
    blocks.push({ language: language!, text: text!.trimEnd(), place: `${file.split('/').at(-1)}:${line}` })
  }
  return blocks
}
