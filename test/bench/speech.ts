import { join } from 'node:path'
import { SAMPLE_RATE } from '../../src/audio/sample-rate.ts'
import { EmbeddedEngine } from '../../src/engines/embedded/embedded.ts'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import { speakSegments } from '../../src/speech/speak-segments.ts'
import { startPurr } from '../support/process.ts'
import { goodRequest, post } from '../support/request.ts'
import { segmentsOf } from '../support/text-stream.ts'
import { memory } from './process-meter.ts'
import { requirePrograms, run, withFolder } from './recognizer.ts'
import { millisecondsAt, percentile } from './statistics.ts'
import { LONG_TEXT, SHORT_TEXT } from './texts.ts'

/** Speed and memory of speech synthesis: `bun run bench:speech`. Best on an otherwise idle machine. */

/** As many items as a dictionary can have. */
const DICTIONARY_ITEMS = 10_000

requirePrograms({ flite: 'flite', 'espeak-ng': 'espeak-ng', sox: 'sox' })

await realTimeFactor()
await timeToFirstAudio()
process.exit(0)

/** Seconds of work per second of speech, on one worker, compared with two free synthesizers on the same text. */
async function realTimeFactor(): Promise<void> {
  const engine = await EmbeddedEngine.start({ size: 1 })
  const { speaker } = catalogue()[0]!
  const factors: number[] = []
  for (let round = 0; round < 12; round++) {
    const start = performance.now()
    let samples = 0
    for await (const { pcm } of speakSegments(
      segmentsOf(LONG_TEXT),
      speaker,
      engine,
      new AbortController().signal,
    ))
      samples += pcm.length
    factors.push((performance.now() - start) / 1000 / (samples / SAMPLE_RATE))
  }
  await engine.close()
  const purr = percentile(factors, 50)
  console.log('\nReal-time factor on one core, a text of 890 characters (median)\n')
  console.log('| | factor | against Purr |\n|---|---|---|')
  console.log(`| Purr, one worker | ${purr.toFixed(4)} | 1.00 |`)
  for (const [name, command] of [
    ['flite rms', (file: string) => ['flite', '-voice', 'rms', '-t', LONG_TEXT, '-o', file]],
    ['espeak-ng', (file: string) => ['espeak-ng', '-w', file, LONG_TEXT]],
  ] as const) {
    const peer = await peerFactor(command)
    console.log(`| ${name} | ${peer.toFixed(4)} | ${(peer / purr).toFixed(2)} |`)
  }
}

async function peerFactor(command: (file: string) => string[]): Promise<number> {
  return withFolder(async (folder) => {
    const file = join(folder, 'peer.wav')
    const factors: number[] = []
    for (let round = 0; round < 6; round++) {
      const start = performance.now()
      await run(command(file))
      const seconds = (performance.now() - start) / 1000
      factors.push(seconds / Number(await run(['soxi', '-D', file])))
    }
    return percentile(factors, 50)
  })
}

/** The time from the request to the first audio over HTTP, with an otherwise idle server process. */
async function timeToFirstAudio(): Promise<void> {
  const server = await startPurr({ WORKERS: '2', PURR_CREDITS: '100000000' })
  try {
    console.log(`\nMemory of the server after its start, 2 workers: ${await memory(server.pid)} MiB`)
    console.log('\nTime to first audio, HTTP raw 22050 Hz, one client (milliseconds)\n')
    console.log('| text | p50 | p95 | p99 |\n|---|---|---|---|')
    const pronunciation_dict_id = await largeDictionary(server.url, server.key)
    const requests = [
      ['50 characters', { transcript: SHORT_TEXT }],
      ['890 characters', { transcript: LONG_TEXT }],
      ['50 characters, with a dictionary', { transcript: SHORT_TEXT, pronunciation_dict_id }],
      ['890 characters, with a dictionary', { transcript: LONG_TEXT, pronunciation_dict_id }],
    ] as const
    const times = requests.map((): number[] => [])
    for (let round = 0; round < 70; round++) {
      for (const [index, [, request]] of requests.entries()) {
        const time = await firstAudio(server.url, server.key, request)
        if (round >= 10) times[index]!.push(time)
      }
    }
    for (const [index, [name]] of requests.entries())
      console.log(`| ${name} | ${[50, 95, 99].map((p) => millisecondsAt(times[index]!, p)).join(' | ')} |`)
    console.log(`\nThe dictionary has ${DICTIONARY_ITEMS} items.`)
    console.log(`\nMemory after ${70 * requests.length} requests: ${await memory(server.pid)} MiB`)
  } finally {
    await server.stop()
    await server.remove()
  }
}

/** Makes a pronunciation dictionary of as many items as one can have. */
async function largeDictionary(url: string, key: string): Promise<string> {
  const items = Array.from({ length: DICTIONARY_ITEMS }, (_, i) => ({ text: `Word${i}`, alias: `word ${i}` }))
  const answer = await post(`${url}/pronunciation-dicts`, key, { name: 'Bench', language: 'en', items })
  if (!answer.ok) throw new Error(await answer.text())
  return ((await answer.json()) as { id: string }).id
}

async function firstAudio(url: string, key: string, request: object): Promise<number> {
  const start = performance.now()
  const output_format = { container: 'raw', encoding: 'pcm_s16le', sample_rate: 22050 }
  const answer = await post(`${url}/tts/bytes`, key, { ...goodRequest, ...request, output_format })
  if (!answer.ok) throw new Error(await answer.text())
  const reader = answer.body!.getReader()
  await reader.read()
  const time = performance.now() - start
  while (!(await reader.read()).done);
  return time
}
