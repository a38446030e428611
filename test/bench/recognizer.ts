import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { editDistance } from './edit-distance.ts'
import type { TextErrors } from './error-rate.ts'

const MODEL = '/usr/share/pocketsphinx/model/en-us'

/** Runs a program and returns its output. Throws with its error output if it fails. */
export async function run(command: string[]): Promise<string> {
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe' })
  const [printed, complaint] = await Promise.all([child.stdout.text(), child.stderr.text()])
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')}: ${complaint.trim()}`)
  return printed
}

/** Ends a bench if programs that it needs are missing, and names them. */
export function requirePrograms(packages: Readonly<Record<string, string>>): void {
  const missing = Object.entries(packages).filter(([program]) => Bun.which(program) === null)
  if (missing.length === 0) return
  console.error(`Please install: apt-get install -y ${missing.map(([, name]) => name).join(' ')}`)
  process.exit(1)
}

/** sox effects that resample a file to the recogniser's 16 kHz. */
const RESAMPLE = ['rate', '16000']
/**
 * The same for telephone audio. The model expects a band above 4 kHz, so it gets the mirror image of the band below:
 * the simplest bandwidth extension (Makhoul and Berouti, "High-frequency regeneration in speech coding systems", 1979).
 */
const EXTEND_BAND = ['upsample', '2', 'vol', '1.4', 'treble', '-18', '5500']

/**
 * Transcribes WAV files with pocketsphinx (its en-us model and default language model). Each file is resampled to 16
 * kHz, normalised in level and padded with a little silence.
 */
export async function recognize(files: readonly string[]): Promise<string[]> {
  return withFolder(async (folder) => {
    const names = files.map((_, index) => String(index).padStart(4, '0'))
    for (const [index, file] of files.entries()) {
      const isNarrow = (await run(['soxi', '-r', file])).trim() === '8000'
      const target = [
        '-r',
        '16000',
        '-c',
        '1',
        '-b',
        '16',
        '-e',
        'signed',
        join(folder, `${names[index]}.wav`),
      ]
      const effects = [...(isNarrow ? EXTEND_BAND : RESAMPLE), 'pad', '0.2', '0.2', 'norm', '-3']
      // -R makes the dither repeatable. Different noise would cause different errors.
      await run(['sox', '-R', file, ...target, ...effects])
    }
    await Bun.write(join(folder, 'list'), `${names.join('\n')}\n`)
    const hypotheses = join(folder, 'hypotheses')
    await run([
      'pocketsphinx_batch',
      '-adcin',
      'yes',
      '-adchdr',
      '44',
      '-cepdir',
      folder,
      '-cepext',
      '.wav',
      '-ctl',
      join(folder, 'list'),
      '-hyp',
      hypotheses,
      '-hmm',
      `${MODEL}/en-us`,
      '-lm',
      `${MODEL}/en-us.lm.bin`,
      '-dict',
      `${MODEL}/cmudict-en-us.dict`,
      '-logfn',
      '/dev/null',
    ])
    const lines = (await Bun.file(hypotheses).text()).trimEnd().split('\n')
    return lines.map((line) => line.replace(/\s*\([^()]*\)$/, ''))
  })
}

/** The edit distance (Levenshtein) of each text to what was heard of it, in words. */
export function wordErrors(texts: readonly string[], heard: readonly string[]): TextErrors[] {
  return texts.map((text, index) => {
    const said = plainWords(text)
    return { errors: editDistance(said, plainWords(heard[index] ?? '')), length: said.length }
  })
}

function plainWords(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[^a-z' ]/g, '')
    .split(' ')
    .filter(Boolean)
}

/**
 * Runs a bench with a folder for its files: a temporary one, unless the files are to be kept.
 *
 * @param kept the folder that keeps them; it is created if it does not exist
 */
export async function withFolder<Result>(
  work: (folder: string) => Promise<Result>,
  kept?: string,
): Promise<Result> {
  if (kept !== undefined) {
    await mkdir(kept, { recursive: true })
    return await work(resolve(kept))
  }
  const folder = await mkdtemp(join(tmpdir(), 'purr-bench-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
