import { beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MODEL_FOLDER } from '../../../../src/engines/embedded/model-folder.ts'
import { ESPEAK_IPA } from '../../../../src/engines/onnx/phones/espeak-ipa.ts'
import { writtenPhones } from '../../../../src/engines/onnx/phones/written-phones.ts'
import { PhoneEncoder } from '../../../../src/engines/pronunciation/phone-encoder.ts'
import { LANGUAGES } from '../../../../src/languages/registry.ts'
import { PhoneInventory } from '../../../../src/languages/shared/pronunciation/phone-inventory.ts'
import { isPause } from '../../../../src/languages/shared/text/token.ts'
import { PIPER_SYMBOLS } from '../../../support/onnx/piper-voice.ts'

type Voice = keyof typeof ESPEAK_IPA

/** What `espeak-ng -v VOICE --ipa -q` (1.51) writes for words that Purr pronounces as it does. */
const WRITTEN: Readonly<Record<Voice, string>> = {
  'en-us':
    'kˈæt fˈɑːðɚ lˈɑːt θˈɔːt stˈɑːɹt nˈɔːɹθ nˈɪɹ skwˈɛɹ bˈɜːd lˈɛɾɚ hˈæpi kɹiːˈeɪt ɡˈoʊt fˈʊt wˈɔːɾɚ bˈɑːɾəl ɐbˈaʊt ðə fˈɜːɹi stˈɑːɹɾᵻd mˈɛsɪdʒᵻz ɹᵻtˈɜːn ɹᵻsˈiːv',
  'en-gb-x-rp':
    'kˈæt lˈɒt θˈɔːt stˈɑːt nˈɔːθ nˈiə skwˈeə bˈɜːd lˈɛtɐ hˈæpɪ ɡˈəʊt wˈɔːtɐ bˈɒtəl fˈɜːɹɪ mˈɛsɪdʒɪz ɹɪsˈiːv',
  de: 'rˈoːt fˈynf fˈɑːtɜ bˈɛsɜ ˈuːɾ ʃtˈat bˈuːx ʃˈøːn hˈɔøzɜ tsˈaɪt hˈɔøtə dɾˈaɪ hˈøːrən fˈyːsə kˈœnən',
  nl: 'rˈoːt hˈœys dˈøːr vˈyr bˈɵs ʋˈɛɪn kˈʌʊt bˈuk sxˈoːl lˈɑxən pˈit nˈiw lˈeʊ rˈyʊ lˈoːpən',
}

const WORDS: Readonly<Record<Voice, string>> = {
  'en-us':
    'cat father lot thought start north near square bird letter happy create goat foot water bottle about the furry started messages return receive',
  'en-gb-x-rp':
    'cat lot thought start north near square bird letter happy goat water bottle furry messages receive',
  de: 'rot fünf vater besser uhr stadt buch schön häuser zeit heute drei hören füße können',
  nl: 'rood huis deur vuur bus wijn koud boek school lachen piet nieuw leeuw ruw lopen',
}

const PHONES: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(join(MODEL_FOLDER, 'training/phones.json'), 'utf8'),
)
const inventory = PhoneInventory.load(join(MODEL_FOLDER, 'tokens.json'))
let encoder: PhoneEncoder

beforeAll(async () => {
  encoder = await PhoneEncoder.load(MODEL_FOLDER, LANGUAGES)
})

async function said(text: string, voice: Voice): Promise<string> {
  const tokens = text
    .split(' ')
    .map((part) => (isPause(part) ? part : { written: part, spoken: [part.toLowerCase()] }))
  return writtenPhones(await encoder.encode(tokens, voice.slice(0, 2)), inventory, ESPEAK_IPA[voice])
}

/** The phones that Purr pronounces a language with. */
function phonesOf(language: string): string[] {
  const written: Record<string, string> = PHONES[language === 'en' ? 'arpabet' : language]!
  return Object.values(written).flatMap((phones) => phones.split(' ').filter((phone) => phone !== ''))
}

describe("espeak-ng's way to write phones", () => {
  for (const voice of Object.keys(ESPEAK_IPA) as Voice[]) {
    test(`${voice}: words are written as it writes them`, async () => {
      expect((await said(WORDS[voice], voice)).replace(/\.$/, '')).toBe(WRITTEN[voice])
    })
  }

  test('a pause stands behind the word before it', async () => {
    expect(await said('hello , world ?', 'en-us')).toBe('həlˈoʊ, wˈɜːld?')
  })

  test("every phone is written in symbols that Piper's voices have", async () => {
    const symbols = new Set(PIPER_SYMBOLS)
    for (const [voice, spell] of Object.entries(ESPEAK_IPA)) {
      for (const phone of phonesOf(voice.slice(0, 2))) {
        for (const name of [phone, `${phone}0`, `${phone}1`].filter((each) => inventory.has(each))) {
          const ids = inventory.parse(`ə ${name} ə`)
          const written = writtenPhones({ ids: Int32Array.from(ids), words: [] }, inventory, spell)
          expect(written.length).toBeGreaterThan(2)
          expect([...written.normalize('NFD')].filter((symbol) => !symbols.has(symbol))).toEqual([])
        }
      }
    }
  })
})
