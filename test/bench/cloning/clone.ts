import { basename } from 'node:path'
import type { Voice } from '../../../src/voices/voices.ts'
import type { Purr } from '../../support/process.ts'

export interface Clone {
  readonly id: string
  /** The time from the start of the upload to the end of the response. */
  readonly milliseconds: number
}

/** Clones a voice from a sound file. */
export async function clone({ url, key }: Purr, clip: string): Promise<Clone> {
  const form = new FormData()
  form.set('name', basename(clip))
  form.set('language', 'en-US')
  form.set('clip', new File([await Bun.file(clip).arrayBuffer()], basename(clip)))
  const start = performance.now()
  const answer = await fetch(`${url}/voices/clone`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: form,
  })
  if (!answer.ok) throw new Error(`${clip}: ${await answer.text()}`)
  const { id } = (await answer.json()) as Voice
  return { id, milliseconds: performance.now() - start }
}
