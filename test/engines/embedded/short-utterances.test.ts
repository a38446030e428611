import { describe, expect, test } from 'bun:test'
import type { Speaker } from '../../../src/engines/embedded/speaker.ts'
import { mean, percentile } from '../../bench/statistics.ts'
import { listedVoices } from '../../support/listed-voices.ts'
import { type Rendered, rendered } from '../../support/rendered.ts'

/** What agents say in a word, and a sentence that may end with any of them. */
const SAYINGS = {
  'en-US': ['I think that the answer she gave us was', 'no yes hi bye sure eight okay ready'],
  'de-DE': ['Ich glaube, ihre Antwort an uns alle war', 'nein ja gut acht danke genau fertig'],
  'nl-NL': ['Ik denk dat haar antwoord aan ons allen was', 'nee ja goed acht klaar precies bedankt'],
} as const

describe.each(Object.entries(SAYINGS))('a word by itself in %s', (tag, [sentence, words]) => {
  const voices = listedVoices().filter(({ language }) => tag.startsWith(language.slice(0, 2)))
  const said = (text: string, speaker: Speaker) => rendered(text, tag, speaker)

  test.each(voices.map(({ name, speaker }) => [name, speaker] as const))(
    'is longer than at the end of a sentence, and not much quieter than one, by %s',
    async (_, speaker) => {
      const alone = await Promise.all(words.split(' ').map((word) => said(`${word}.`, speaker)))
      const last = await Promise.all(words.split(' ').map((word) => said(`${sentence} ${word}.`, speaker)))
      const longer = alone.map((each, index) => Math.log(lengthOfLast(each) / lengthOfLast(last[index]!)))
      expect(Math.exp(mean(longer))).toBeWithin(1.08, 1.35)
      expect(Math.min(...alone.map(loudness)) - mean(last.map(loudness))).toBeGreaterThan(-4.5)
    },
  )
})

/** Of the loudest tenth of the speech, in dB of full scale. */
function loudness(segments: readonly Rendered[]): number {
  const FRAME = 220 // 10 ms
  const power = segments.flatMap(({ pcm }) =>
    Array.from({ length: Math.floor(pcm.length / FRAME) }, (_, frame) =>
      mean(Array.from(pcm.subarray(frame * FRAME, (frame + 1) * FRAME), (sample) => sample ** 2)),
    ),
  )
  const loud = percentile(power, 90)
  return 10 * Math.log10(mean(power.filter((each) => each >= loud)))
}

/** Seconds that the last word lasts. */
function lengthOfLast(segments: readonly Rendered[]): number {
  const { start, end } = segments.at(-1)!.words.at(-1)!
  return end - start
}
