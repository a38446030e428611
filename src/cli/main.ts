import { runPurr } from './run.ts'

process.exit(await runPurr(process.argv.slice(2)))
