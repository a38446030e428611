import { SAMPLE_RATE } from '../../../src/audio/sample-rate.ts'
import type { Purr } from '../../support/process.ts'
import { editDistance } from '../edit-distance.ts'
import type { TextErrors } from '../error-rate.ts'
import { HELD_OUT } from '../people.ts'
import { readSamples } from '../samples.ts'
import { type Comparison, compareHeldOut } from './held-out.ts'
import { type PhoneLanguage, PhoneRecogniser } from './phone-recogniser.ts'

const COMPARISONS: Readonly<Record<PhoneLanguage, Omit<Comparison, 'errors'>>> = {
  de: { language: 'de', person: 'kerstin', voice: 'Kerstin', others: ['Walter', 'Kathleen'] },
  nl: { language: 'nl', person: 'nathalie', voice: 'Nathalie', others: ['Joris', 'Walter', 'Kathleen'] },
}
const NAMES: Readonly<Record<PhoneLanguage, string>> = { de: 'German', nl: 'Dutch' }

/** Prints the phone error rates of a language. Returns its goals, which need recordings. */
export async function measurePhones(language: PhoneLanguage, server: Purr, recordings: string | undefined) {
  const comparison = COMPARISONS[language]
  const held = HELD_OUT[comparison.person]
  const recogniser = await PhoneRecogniser.load(language)
  const references = held.map(({ id }) => recogniser.reference(id))
  const phones = references.flat().length
  console.log(`\n${NAMES[language]}: phone error rate, ${held.length} held-out texts of ${phones} phones\n`)
  return compareHeldOut(
    server,
    {
      ...comparison,
      async errors(files) {
        const found: TextErrors[] = []
        for (const [index, file] of files.entries()) {
          const heard = await recogniser.hear(await readSamples(file, SAMPLE_RATE))
          const said = references[index]!
          found.push({ errors: editDistance(said, heard), length: said.length })
        }
        return found
      },
    },
    recordings,
  )
}
