import { extname } from 'node:path'
import type { Command } from 'commander'
import type { OutputFormat } from '../audio/output-format.ts'
import { SAMPLE_RATE } from '../audio/sample-rate.ts'
import { EmbeddedEngine } from '../engines/embedded/embedded.ts'
import { catalogue, type EmbeddedVoice } from '../engines/embedded/model-folder.ts'
import { isListed } from '../engines/shared/model.ts'
import { localeOf } from '../languages/registry.ts'
import { speakSegments } from '../speech/speak-segments.ts'
import { TextStream } from '../speech/text-stream.ts'
import { collect, encodeSpeech } from '../tts/encode-speech.ts'
import { command, type Shared } from './command.ts'
import { assertNamesFile, assertWritable } from './output-file.ts'
import { playAudio, secondsOf } from './play.ts'
import { print, writeResult } from './print.ts'

const FORMAT: OutputFormat = { container: 'wav', encoding: 'pcm_s16le', sampleRate: SAMPLE_RATE }

/** The command `say`. */
export function sayCommand(): Command {
  return command(
    'say',
    'speak a text, without a server',
    'say "It is 5:30." --voice "Kathleen Calm" -o time.wav',
  )
    .argument('<text>', 'what to say')
    .option('--voice <name>', 'name or id of a voice ("voices list" shows them)')
    .option('-o, --output <file>', 'write a WAV file instead of playing; - writes it to standard output')
    .action(async (text: string, { voice, output, json }: Shared & { voice?: string; output?: string }) => {
      if (output === '-' && process.stdout.isTTY)
        throw new Error('a terminal cannot show a WAV file: give a file, or pass it on with > or |')
      if (output === '-' && json)
        throw new Error(
          '--json would be in the WAV file on standard output: give a file, or leave --json out',
        )
      if (output !== undefined && output !== '-') assertNamesWav(output)
      const audio = await synthesize(text, findVoice(voice))
      if (output === '-') return writeResult(audio)
      const said = { seconds: secondsOf(audio), output: output ?? null }
      if (output === undefined) await playOrAdvise(audio)
      else await Bun.write(output, audio)
      if (json || output !== undefined)
        await print(said, json, () => `${output}: ${said.seconds.toFixed(1)} s`)
    })
}

function assertNamesWav(file: string): void {
  assertNamesFile(file)
  if (!['', '.wav'].includes(extname(file).toLowerCase()))
    throw new Error(`"${file}" would be a WAV file: give it a name that ends with .wav`)
  assertWritable(file)
}

async function synthesize(text: string, voice: EmbeddedVoice): Promise<Uint8Array> {
  const stream = new TextStream(localeOf(voice.language), { pace: voice.speaker.pace })
  const segments = [...stream.push(text), ...stream.flush()]
  if (segments.every(({ segment, silence = 0 }) => segment === undefined && silence === 0))
    throw new Error('the text has nothing that can be spoken')
  const engine = await EmbeddedEngine.start({ size: 1 })
  try {
    const speech = speakSegments(segments, voice.speaker, engine, new AbortController().signal)
    return (await collect(encodeSpeech(speech, FORMAT))).audio
  } finally {
    await engine.close()
  }
}

function findVoice(wanted: string | undefined): EmbeddedVoice {
  const voices = catalogue()
  if (wanted === undefined) return voices[0]!
  const found = voices.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase())
  if (found !== undefined) return found
  const names = voices.filter(isListed).map(({ name }) => `"${name}"`)
  throw new Error(`there is no voice "${wanted}": use one of ${names.join(', ')}`)
}

async function playOrAdvise(audio: Uint8Array): Promise<void> {
  try {
    await playAudio(audio)
  } catch (error) {
    throw new Error(`${(error as Error).message}: write a file with -o hello.wav`, { cause: error })
  }
}
