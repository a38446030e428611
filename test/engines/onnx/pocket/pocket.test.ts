import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { npyOf } from '../../../../src/engines/onnx/npy.ts'
import { POCKET } from '../../../../src/engines/onnx/pocket/pocket.ts'
import type { Segment, SpeakOptions, Speech } from '../../../../src/engines/shared/engine.ts'
import { ModelError, type OpenedEngine } from '../../../../src/engines/shared/engine-kind.ts'
import { localeOf } from '../../../../src/languages/registry.ts'
import { normalise } from '../../../../src/languages/shared/text/normalise.ts'
import { pocketWeights, randomVoice, TOKEN, writePocket } from '../../../support/onnx/pocket.ts'

const FRAMES = 6
const weights = pocketWeights(1)
const options: SpeakOptions = { signal: new AbortController().signal, due: 0, isOpening: true }

let root: string
let opened: OpenedEngine
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pocket-engine-'))
  const files = join(root, 'small', 'files')
  await writePocket(files, weights, { layout: 'bundle', end: 60 })
  for (const [name, seed] of Object.entries({ ann: 2, bob: 3 })) {
    const voice = npyOf({ shape: [1, FRAMES, TOKEN], data: randomVoice(FRAMES, seed) })
    await Bun.write(join(files, `${name}.npy`), voice)
  }
  opened = await open({})
})
afterAll(async () => {
  await opened.engine.close()
  await rm(root, { recursive: true })
})

function open(config: object): Promise<OpenedEngine> {
  const voices = [{ name: 'Ann', voice: 'ann.npy', language: 'en-US' }]
  const context = { id: 'small', folder: join(root, 'small'), env: {}, log: silent }
  return POCKET.open({ voices, force: true, ...config }, context as never) // on a slow machine, too
}
const silent = { info() {}, error() {} }

function segment(text: string, seed = 1): Segment {
  const locale = localeOf('en-US')
  return { text, tokens: normalise(text, locale), ...locale, seconds: 3, seed }
}

async function speech(said: Segment, voice = 'ann.npy'): Promise<Speech[]> {
  const speaker = { voice, speed: 1, pace: 1 }
  return Array.fromAsync(opened.engine.speak(said, speaker, options))
}

const pcmOf = (stretches: readonly Speech[]) => stretches.flatMap(({ pcm }) => [...pcm])

test('the engine says what it can do', () => {
  expect(opened).toMatchObject({ hasSpeed: false, wordTimes: 'estimated', languages: ['en'] })
  expect(opened.streams).toBeGreaterThanOrEqual(1)
  expect(opened.health()).toBe('ready')
})

test('a segment is spoken in several stretches, and all its words are timed', async () => {
  const stretches = await speech(segment('It costs $5, or so I heard.'))
  expect(stretches.length).toBeGreaterThan(2)
  expect(stretches.map(({ isLast }) => isLast)).toEqual([...stretches.slice(1).map(() => false), true])
  expect(stretches.flatMap(({ words }) => words.map(({ word }) => word))).toEqual([
    'It',
    'costs',
    '$5,',
    'or',
    'so',
    'I',
    'heard.',
  ])
})

test('segments of two voices that one worker speaks at the same time are as they are alone', async () => {
  const asked = [
    { said: segment('Hello there, how are you?'), voice: 'ann.npy' },
    { said: segment('I am very well, thank you.', 2), voice: 'bob.npy' },
  ]
  const alone: number[][] = []
  for (const { said, voice } of asked) alone.push(pcmOf(await speech(said, voice)))
  const together = await Promise.all(asked.map(({ said, voice }) => speech(said, voice)))
  expect(together.map(pcmOf)).toEqual(alone)
})

test('after a segment that was given up, others are spoken', async () => {
  const speaker = { voice: 'ann.npy', speed: 1, pace: 1 }
  const expected = pcmOf(await speech(segment('And another one.')))
  for await (const _ of opened.engine.speak(segment('This is not heard to its end.'), speaker, options)) break
  expect(pcmOf(await speech(segment('And another one.')))).toEqual(expected)
})

describe('what cannot be used is refused when it is opened', () => {
  test('a voice that is not there', async () => {
    const error = await open({ voices: [{ name: 'Eve', voice: 'eve.npy', language: 'en-US' }] }).catch(
      (e) => e,
    )
    expect(error).toBeInstanceOf(ModelError)
    expect(error.message).toContain('eve.npy')
  })

  test('files that are not there', async () => {
    const error = await open({ graphs: 'onnx' }).catch((cause) => cause)
    expect(error).toBeInstanceOf(ModelError)
    expect(error.message).toContain(`There is no folder ${join(root, 'small', 'files', 'onnx')}`)
  })
})
