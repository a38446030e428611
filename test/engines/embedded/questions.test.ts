import { expect, test } from 'bun:test'
import { concatenate } from '../../../src/audio/concatenate.ts'
import { catalogue } from '../../../src/engines/embedded/model-folder.ts'
import type { Segment } from '../../../src/engines/shared/engine.ts'
import { localeOf } from '../../../src/languages/registry.ts'
import { sharedEngine } from '../../support/service.ts'
import { segmentsOf } from '../../support/text-stream.ts'

const { speaker } = catalogue()[0]!

async function spoken(segment: Segment): Promise<Float32Array> {
  const engine = await sharedEngine()
  const options = { signal: new AbortController().signal, due: 0, isOpening: false }
  return concatenate(await Array.fromAsync(engine.speak(segment, speaker, options), ({ pcm }) => pcm))
}

test.each([
  ['ends as a statement where it asks for more than yes or no', 'What time is it?', true],
  ['ends in its own way where it asks for yes or no', 'It is late?', false],
])('a question %s', async (_, text, isAlike) => {
  const { segment } = segmentsOf(text, localeOf('en-US'))[0]!
  const statement = { ...segment!, tokens: segment!.tokens.map((token) => (token === '?' ? '.' : token)) }
  const [asked, stated] = [await spoken(segment!), await spoken(statement)]
  expect(asked.length === stated.length && asked.every((sample, at) => sample === stated[at])).toBe(isAlike)
})
