import { readUrl } from '../config.ts'
import { dutyUnder } from '../engines/installation/licences.ts'
import type { ModelSource } from '../engines/installation/model-source.ts'
import { sizeInWords } from '../engines/installation/size-in-words.ts'
import type { Measurement } from '../engines/onnx/measurement.ts'
import type { RecognisedModel } from '../engines/onnx/recognised-model.ts'
import type { AddedModel } from './added-model.ts'

/** What a model is, before it is downloaded: a line for each fact. */
export function factsOf(
  { name, origin, files }: ModelSource,
  model: RecognisedModel,
  license: string | undefined,
): string {
  const size = files
    .filter(({ path }) => model.files.includes(path))
    .reduce((sum, file) => sum + file.size, 0)
  const languages = [...new Set(model.voices.map(({ language }) => language))].join(', ')
  const duty = dutyUnder(license)
  return [
    `model    ${model.name ?? name} (${model.kind})`,
    `from     ${origin}`,
    `licence  ${license ?? 'not stated'}${duty === undefined ? '' : `: ${duty}`}`,
    `voices   ${count(model.voices.length, 'voice')}: ${languages}`,
    `size     ${sizeInWords(size)} in ${count(model.files.length, 'file')}`,
  ].join('\n')
}

/** How fast a model is on this machine, in a sentence. */
export function speedOf({ realTimeFactor, streams, firstAudioSeconds }: Measurement): string {
  const needs = `On this machine it takes ${realTimeFactor.toFixed(2)} s for a second of speech, and the first of it comes after ${firstAudioSeconds.toFixed(2)} s`
  return streams === 0
    ? `${needs}: it is slower than real time.`
    : `${needs}: it can speak in ${count(streams, 'stream')} at once.`
}

/** The voices of a model that was added, and a command that makes the first one speak. */
export function howToHear({ id, voices, voiceIds }: AddedModel): string {
  const width = Math.max(...voices.map((name) => name.length))
  const lines = voices.map((name, at) => `  ${name.padEnd(width)}  ${voiceIds[at]}`)
  const request = JSON.stringify({
    model_id: id,
    transcript: '1, 2, 3, 4, 5.', // in any language
    voice: { mode: 'id', id: voiceIds[0] },
    output_format: { container: 'wav', encoding: 'pcm_s16le', sample_rate: 22050 },
  })
  return `The ids of its voices:

${lines.join('\n')}

Hear one:

curl -sS ${readUrl()}/tts/bytes \\
  -H 'Authorization: Bearer <your key>' \\
  -H 'Content-Type: application/json' \\
  -d '${request}' \\
  -o hello.wav`
}

/** Such as "1 voice" or "2 voices". */
export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}
