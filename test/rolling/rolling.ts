import { parseArgs } from 'node:util'
import { restartInTurn } from './restarts.ts'

/**
 * Restarts in turn under load: `bun run test:rolling`. It needs haproxy, and TEST_DATABASE_URL with a Postgres whose user may
 * create databases. Fails when a turn that had begun was lost.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } })
const url = process.env.TEST_DATABASE_URL
if (url === undefined) throw new Error('set TEST_DATABASE_URL to a Postgres whose user may create databases')
const rolled = await restartInTurn(url, Number(values.rounds), console.log)
console.log(rolled)
const { lost, broken, exitCodes, discrepancies, open } = rolled
const isGood =
  lost.length + broken.length + discrepancies + open === 0 && exitCodes.every((code) => code === 0)
process.exit(isGood ? 0 : 1)
