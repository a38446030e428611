import { SAMPLE_RATE } from '../../../src/audio/sample-rate.ts'
import type { Purr } from '../../support/process.ts'
import { inParallel } from '../parallel.ts'
import { HELD_OUT } from '../people.ts'
import { recognize, wordErrors } from '../recognizer.ts'
import { errorRate, readSentences } from '../sentences.ts'
import { purr } from '../speak.ts'
import { stockVoices, voiceId } from '../voices.ts'
import { compareHeldOut } from './held-out.ts'
import { percent } from './percent.ts'

const VOICE = 'Kathleen'
/** The men who speak English. */
const MEN = ['Felix', 'Owen', 'Walter']

/** Prints the word error rates of Kathleen, her recordings and the men. Returns the goals. */
export async function measureEnglish(
  server: Purr,
  recordings: string | undefined,
): Promise<(readonly [what: string, isMet: boolean])[]> {
  const texts = HELD_OUT.kathleen.map(({ text }) => text)
  console.log(`\nEnglish: word error rate (pocketsphinx en-us), ${texts.length} held-out texts\n`)
  const goals = await compareHeldOut(
    server,
    {
      person: 'kathleen',
      voice: VOICE,
      others: [],
      language: 'en',
      errors: async (files) => wordErrors(texts, await recognize(files)),
    },
    recordings,
  )

  const harvard = await readSentences('harvard.txt')
  const voices = await stockVoices(server)
  const rates = await inParallel([VOICE, ...MEN], async (name) => {
    console.error(`Purr ${name}: Harvard sentences`)
    return errorRate(purr(server, voiceId(voices, name), 'pcm_s16le', SAMPLE_RATE), harvard)
  })
  console.log(`\nWord error rate, ${harvard.length} Harvard sentences\n`)
  console.log('| | errors | ratio |\n|---|---|---|')
  for (const [index, name] of [VOICE, ...MEN].entries())
    console.log(`| Purr ${name} | ${percent(rates[index]!)} | ${(rates[index]! / rates[0]!).toFixed(2)} |`)
  return goals
}
