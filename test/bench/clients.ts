/** A program: clients that request one long text after another for some seconds. Its argument is the load. */

import { goodRequest, post } from '../support/request.ts'
import { LONG_TEXT } from './texts.ts'

export interface Load {
  readonly url: string
  readonly key: string
  readonly clients: number
  readonly seconds: number
}

const { url, key, clients, seconds }: Load = JSON.parse(process.argv[2]!)
const end = performance.now() + seconds * 1000
const output_format = { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 }
const body = JSON.stringify({ ...goodRequest, transcript: LONG_TEXT, output_format })
await Promise.all(
  Array.from({ length: clients }, async () => {
    while (performance.now() < end) {
      const answer = await post(`${url}/tts/bytes`, key, body)
      if (!answer.ok) throw new Error(await answer.text())
      await answer.arrayBuffer()
    }
  }),
)
