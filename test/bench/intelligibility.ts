import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { LANGUAGES } from '../../src/speech/language.ts'
import { startPurr } from '../support/process.ts'
import { printGoals } from './goals.ts'
import { measureEnglish } from './intelligibility/english.ts'
import { measurePhones } from './intelligibility/phones.ts'
import { RECORDINGS } from './people.ts'
import { requirePrograms } from './recognizer.ts'

/**
 * How well recognisers understand Purr, through a running server:
 * `bun run bench:intelligibility [en] [de] [nl] [--voice NAME …] [--recordings FOLDER]`, without a language all three.
 * Voices that are named stand beside Kathleen in the English table. See intelligibility/README.md.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    voice: { type: 'string', multiple: true, default: [] },
    recordings: { type: 'string', default: RECORDINGS },
  },
})
const unknown = positionals.find((each) => !LANGUAGES.some((language) => language === each))
if (unknown !== undefined) {
  console.error(`${unknown} is no language that is measured. Please give some of: ${LANGUAGES.join(', ')}`)
  process.exit(1)
}
const chosen = LANGUAGES.filter((language) => positionals.length === 0 || positionals.includes(language))
const folder = resolve(values.recordings)
const recordings = existsSync(folder) ? folder : undefined
requirePrograms({
  sox: 'sox',
  ...(recordings !== undefined && { opusdec: 'opus-tools' }),
  ...(chosen.includes('en') && {
    flite: 'flite',
    'espeak-ng': 'espeak-ng',
    pocketsphinx_batch: 'pocketsphinx pocketsphinx-en-us',
  }),
})
if (recordings === undefined) {
  console.log(
    `There are no recordings in ${folder} (--recordings FOLDER says where they are). So the errors of the recordings are left out, ` +
      'and with them the ratios to them and the goals that are told by these.',
  )
}
const server = await startPurr()
try {
  const goals: (readonly [what: string, isMet: boolean])[] = []
  for (const language of chosen) {
    if (language === 'en') goals.push(...(await measureEnglish(server, values.voice, recordings)))
    else {
      const goal = await measurePhones(language, server, recordings)
      if (goal !== undefined) goals.push(goal)
    }
  }
  printGoals(goals)
} finally {
  await server.stop()
  await server.remove()
}
// The engine that speaks beside the server has no end of its own.
process.exit(0)
