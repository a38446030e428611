import { resolve } from 'node:path'
import { catalogue, type EmbeddedVoice, MODEL_FOLDER } from '../../src/engines/embedded/model-folder.ts'
import { modelTokens } from '../../src/engines/embedded/model-tokens.ts'
import { VoiceModel } from '../../src/engines/embedded/voice-model.ts'
import { PhoneEncoder } from '../../src/engines/pronunciation/phone-encoder.ts'
import { isListed } from '../../src/engines/shared/model.ts'
import { LANGUAGES, localeOf } from '../../src/languages/registry.ts'
import { normalise } from '../../src/languages/shared/text/normalise.ts'
import { finalPitch } from './final-pitch.ts'
import { mean, standardDeviation } from './statistics.ts'
import { row, rule } from './table.ts'

/**
 * Measures how sentences end, in every voice that is listed: `bun run bench:endings [BEFORE]`. BEFORE is the folder of another
 * model. Printed is how far the last 70 ms of the voice lie above the middle of the sentence, in semitones: the mean, and the
 * standard deviation from sentence to sentence.
 */

const DRAWS = 3

const KINDS = {
  'questions of yes or no': {
    en: `Would you like me to book that for you? Is that correct? Are you still there? Do you have a reservation?
      Can I help you with anything else? Did you receive the email? Is this a good time to talk? Was the package damaged?
      Could you spell your last name? Shall I send it to the same address? Okay? Tomorrow at nine?`,
    de: `Soll ich das für Sie buchen? Ist das richtig? Sind Sie noch da? Haben Sie eine Reservierung? Passt es Ihnen gerade?
      Kann ich Ihnen sonst noch helfen? Haben Sie die E-Mail erhalten? Passt Ihnen Dienstagvormittag?`,
    nl: `Wilt u dat ik dat voor u boek? Klopt dat? Bent u er nog? Heeft u een reservering? Is dit een goed moment?
      Kan ik u nog ergens mee helpen? Heeft u de e-mail ontvangen? Komt dinsdagochtend u uit?`,
  },
  'other questions': {
    en: `How can I help you today? What is your date of birth? Where should we deliver it? When would you like to come in?
      Who am I speaking with? Which day works best for you? Why did you cancel the order? How much does it cost?`,
    de: `Wie kann ich Ihnen helfen? Wann sind Sie geboren? Wohin sollen wir liefern? Wann möchten Sie kommen?
      Mit wem spreche ich? Wie viel kostet das?`,
    nl: `Hoe kan ik u helpen? Wat is uw geboortedatum? Waar mogen we het bezorgen? Wanneer wilt u langskomen?
      Met wie spreek ik? Hoeveel kost dat?`,
  },
  statements: {
    en: `I can book that for you. That is correct. You are still there. You have a reservation. This is a good time to talk.
      I can help you with anything else. You received the email. You could spell your last name.`,
    de: `Ich kann das für Sie buchen. Das ist richtig. Sie sind noch da. Sie haben eine Reservierung.
      Sie haben die E-Mail erhalten. Dienstagvormittag passt Ihnen.`,
    nl: `Ik kan dat voor u boeken. Dat klopt. U bent er nog. U heeft een reservering. Dit is een goed moment.
      U heeft de e-mail ontvangen.`,
  },
} as const

const [before] = process.argv.slice(2)
const models = await Promise.all(
  [...(before === undefined ? [] : [resolve(before)]), MODEL_FOLDER].map((folder) => VoiceModel.load(folder)),
)
const encoder = await PhoneEncoder.load(MODEL_FOLDER, LANGUAGES)
const kinds = Object.entries(KINDS)
row('', ...kinds.flatMap(([kind]) => (before === undefined ? [kind] : [`${kind}, before`, 'now'])))
rule(1 + kinds.length * models.length)
for (const voice of catalogue().filter(isListed)) {
  const cells: string[] = []
  for (const [, texts] of kinds) {
    for (const model of models) {
      const ends = await endings(model, voice, texts)
      cells.push(`${mean(ends).toFixed(1)} ± ${standardDeviation(ends).toFixed(1)}`)
    }
  }
  row(voice.name, ...cells)
}

/** How high each of the sentences ends, in semitones above its middle. */
async function endings(
  model: VoiceModel,
  { language, speaker }: EmbeddedVoice,
  texts: (typeof KINDS)[keyof typeof KINDS],
): Promise<number[]> {
  const locale = localeOf(language)
  const { code, modelLanguage } = locale.language
  const ends: number[] = []
  for (const text of texts[code as keyof typeof texts].split(/(?<=[.?])\s+/)) {
    const tokens = modelTokens({ tokens: normalise(text, locale), language: locale.language })
    const { ids } = await encoder.encode(tokens, code)
    for (let seed = 0; seed < DRAWS; seed++) {
      const pcm = await model.speak({ ids }, { language: modelLanguage, speaker, seed })
      ends.push(finalPitch(pcm))
    }
  }
  return ends
}
