import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startPurr } from '../support/process.ts'
import { printGoals } from './goals.ts'
import { measureEnglish } from './intelligibility/english.ts'
import { measureLine } from './intelligibility/line.ts'
import { measurePeers } from './intelligibility/peers.ts'
import { measurePhones } from './intelligibility/phones.ts'
import { RECORDINGS } from './people.ts'
import { requirePrograms } from './recognizer.ts'

/**
 * How well recognisers understand Purr, through a running server:
 * `bun run bench:intelligibility [en] [line] [de] [nl] [peers] [--voice NAME …] [--recordings FOLDER]`. Without a part, all
 * five run. `line` compares Kathleen with her recordings on a telephone line. `peers` compares English voices (Kathleen, or
 * those of `--voice`) with other synthesizers. See intelligibility/README.md.
 */

const PARTS = ['en', 'line', 'de', 'nl', 'peers'] as const

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    voice: { type: 'string', multiple: true, default: ['Kathleen'] },
    recordings: { type: 'string', default: RECORDINGS },
  },
})
const unknown = positionals.find((each) => !PARTS.some((part) => part === each))
if (unknown !== undefined) {
  console.error(`There is no part ${unknown}. Please choose of: ${PARTS.join(', ')}`)
  process.exit(1)
}
const chosen = PARTS.filter((part) => positionals.length === 0 || positionals.includes(part))
const folder = resolve(values.recordings)
const recordings = existsSync(folder) ? folder : undefined
requirePrograms({
  sox: 'sox',
  ...(recordings !== undefined && { opusdec: 'opus-tools' }),
  ...(chosen.some((part) => part !== 'de' && part !== 'nl') && {
    pocketsphinx_batch: 'pocketsphinx pocketsphinx-en-us',
  }),
  ...(chosen.includes('peers') && { flite: 'flite', 'espeak-ng': 'espeak-ng' }),
})
if (recordings === undefined) {
  console.log(
    `There are no recordings in ${folder}; --recordings FOLDER says where they are. Left out are their errors, the ratios ` +
      'to them, and the goals that these are measured by.',
  )
}
const server = await startPurr({ WORKERS: '' })
try {
  const goals: (readonly [what: string, isMet: boolean])[] = []
  for (const part of chosen) {
    if (part === 'en') goals.push(...(await measureEnglish(server, recordings)))
    else if (part === 'line') {
      if (recordings !== undefined) goals.push(...(await measureLine(server, recordings)))
    } else if (part === 'peers') await measurePeers(server, values.voice)
    else goals.push(...(await measurePhones(part, server, recordings)))
  }
  printGoals(goals)
} finally {
  await server.stop()
  await server.remove()
}
// The engine in this process, beside the server, would keep it running.
process.exit(0)
