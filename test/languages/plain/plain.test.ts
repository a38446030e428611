import { describe, expect, test } from 'bun:test'
import { LANGUAGES, localeOf, plainLocaleOf } from '../../../src/languages/registry.ts'
import { Segmenter } from '../../../src/languages/shared/segmentation/segmenter.ts'
import { normalise } from '../../../src/languages/shared/text/normalise.ts'
import { seeded } from '../../support/random.ts'
import { segmentsOf } from '../../support/text-stream.ts'
import { timesAsLong } from '../../support/thread-time.ts'
import { aloud, expectSound, shown } from '../shared/text/sound.ts'

/** Words of any script, with their marks; single capitals; digits where a language has no words for them. */
const SPOKEN = /^[\p{L}\p{M}\p{N}'\u200c\u200d]+$/u

function said(text: string, tag: string): string {
  return aloud(normalise(text, plainLocaleOf(tag)))
}

test.each([
  ['es-MX', 'Son 1,234.50 pesos.', 'son mil doscientos treinta y cuatro punto cincuenta pesos .'],
  ['es-ES', 'Son 1.234,5 euros.', 'son mil doscientos treinta y cuatro punto cinco euros .'],
  ['es-MX', '¿Cómo está, Sr. García?', 'cómo está , sr garcía ?'],
  ['es-MX', 'La ONU — y EE.UU. — a las 3 a.m. del lunes.', 'la onu , y E E U U , a las tres A M del lunes .'],
  ['pt-BR', 'São 16 pessoas, 25% mais.', 'são dezesseis pessoas , vinte e cinco por cento mais .'],
  ['pt-PT', 'São 16 pessoas.', 'são dezasseis pessoas .'],
  [
    'fr-FR',
    "Aujourd'hui, l’homme a 1 234,5 m.",
    "aujourd'hui , l'homme a mille deux cent trente quatre virgule cinq m .",
  ],
  ['fr-FR', '« Peut-être », dit-il.', 'peut être , dit il .'],
  ['fr-FR', 'Un DVD de la SNCF.', 'un D V D de la S N C F .'],
  ['fr-BE', 'Il y en a 90.', 'il y en a nonante .'],
  ['tr', 'İyi, 3,5 kilo.', 'iyi , üç virgül beş kilo .'],
  ['ru', 'Это г. Москва, 21 год.', 'это г москва , двадцать один год .'],
  ['hi', 'मेरे पास १,२३,४५६ किताबें हैं।', 'मेरे पास एक लाख तेईस हज़ार चार सौ छप्पन किताबें हैं .'],
  ['ar', 'مرحبا، عندي ٣ كتب؟', 'مرحبا , عندي ثلاثة كتب ?'],
  ['fa', 'می\u200cخواهم', 'می\u200cخواهم .'],
  ['zh', '你好，我有3个苹果。', '你好 , 我有 三 个苹果 .'],
  ['zh-TW', '我有21個。', '我有 二十一 個 .'],
  ['ja', '私は2人です！', '私は 二 人です !'],
  ['th', 'ผมมี 5 คน', 'ผมมี ห้า คน .'],
  ['eo', 'Mi havas 12 librojn.', 'mi havas 1 2 librojn .'],
  ['es', 'Llame al 5512345678.', 'llame al cinco cinco uno , dos tres cuatro , cinco seis siete ocho .'],
  ['es', 'Sala 007, 😀 **bien** <ok>', 'sala cero cero siete , bien ok .'],
])('%s: %s', (tag, text, words) => expect(said(text, tag)).toBe(words))

test('a segment has its words as they are written, in any script, and times can echo them', () => {
  expect(shown(normalise('¡Hola! 我有 3个。 😀', plainLocaleOf('es')))).toBe(
    '¡Hola![hola] ! 我有[我有] 3个。[tres 个] 😀[] .',
  )
  const text = '« Voilà », dit-il : 12,5 % … et 😀 مرحبا।'
  expect(
    segmentsOf(text, plainLocaleOf('fr'))
      .flatMap(({ segment }) => segment?.text ?? [])
      .join(' '),
  ).toBe(text)
})

test.each([
  ['es', '¡Hola! ¿Qué tal? Vino el Sr. García. Dijo que sí.', 4],
  ['pt', 'Olá. Tudo bem? A Dra. Silva mora na Av. Paulista. Sim.', 4],
  ['fr', 'Bonjour ! Ça va ? M. Dupont est là. Oui.', 4],
  ['zh', '你好！今天天气很好。我们去公园吧？', 3],
  ['ar', 'كيف حالك؟ أنا بخير. شكرا جزيلا!', 3],
  ['hi', 'नमस्ते जी। आप कैसे हैं? ठीक हूँ।', 3],
  ['ur', 'آپ کیسے ہیں؟ میں ٹھیک ہوں۔ شکریہ بہت۔', 3],
])('%s: sentences end as they do', (tag, text, count) => {
  expect(segmentsOf(text, plainLocaleOf(tag))).toHaveLength(count)
})

/** The first article of the Universal Declaration of Human Rights, which people read in 10 to 13 s. */
const ARTICLE: Readonly<Record<string, string>> = {
  es: 'Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón y conciencia, deben comportarse fraternalmente los unos con los otros.',
  pt: 'Todos os seres humanos nascem livres e iguais em dignidade e em direitos. Dotados de razão e de consciência, devem agir uns para com os outros em espírito de fraternidade.',
  fr: 'Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience et doivent agir les uns envers les autres dans un esprit de fraternité.',
  it: 'Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti. Essi sono dotati di ragione e di coscienza e devono agire gli uni verso gli altri in spirito di fratellanza.',
  zh: '人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。',
  ja: 'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。',
  ko: '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 부여받았으며 서로 형제애의 정신으로 행동하여야 한다.',
  ar: 'يولد جميع الناس أحراراً متساوين في الكرامة والحقوق. وقد وهبوا عقلاً وضميراً وعليهم أن يعامل بعضهم بعضاً بروح الإخاء.',
  hi: 'सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है। उन्हें बुद्धि और अन्तरात्मा की देन प्राप्त है और परस्पर उन्हें भाईचारे के भाव से बर्ताव करना चाहिए।',
  ru: 'Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства.',
}

describe('the predicted length', () => {
  const seconds = (text: string, tag: string) =>
    segmentsOf(text, plainLocaleOf(tag)).reduce((sum, { segment }) => sum + (segment?.seconds ?? 0), 0)

  test.each(Object.entries(ARTICLE))('of the same article is the same in every script: %s', (tag, text) => {
    expect(seconds(text, tag)).toBeWithin(7, 16)
  })

  test.each(['es', 'ar', 'zh', 'eo'])('counts a digit as a word: %s', (tag) => {
    expect(seconds('4 7 1 9 3 6', tag)).toBeGreaterThan(1.2)
  })
})

test('a registered language is read by its own rules, in the same locale', () => {
  for (const { code } of LANGUAGES) expect(plainLocaleOf(code)).toEqual(localeOf(code))
  expect(plainLocaleOf('es-MX')).toBe(plainLocaleOf('es-mx'))
  expect(plainLocaleOf('es-MX')).toMatchObject({ tag: 'es-MX', language: { code: 'es' } })
  expect(() => plainLocaleOf('no tag')).toThrow(RangeError)
})

const TAGS =
  'am ar az bn cs da el es es-ES fa fi fil fr gu ha he hi hr hu id it ja ka kn ko lt lv mr ms nb pa pl pt pt-PT ro ru sr sr-Latn sv sw ta te th tr uk ur vi yo zh zh-Hant eo'.split(
    ' ',
  )

test.each(TAGS)('%s: every number and ordinal has words, whatever its size', (tag) => {
  const locale = plainLocaleOf(tag)
  const { forms } = locale.language
  const random = seeded(7)
  for (let digits = 1; digits <= 30; digits++) {
    const number = Array.from({ length: digits }, () => Math.floor(random() * 10)).join('')
    for (const text of [number, `${number}.5`, `${number},25`, `-${number}%`, `${number}.123456789`])
      expectSound(text, normalise(text, locale), SPOKEN)
    for (const words of [forms.cardinal(number, tag), forms.ordinal(number, tag), forms.digits(number)])
      expect(words.split(' ').filter((word) => word !== ',')).toSatisfy((all) =>
        all.every((word) => SPOKEN.test(word)),
      )
  }
})

const PIECES = [
  ...Object.values(ARTICLE).join(' ').slice(0, 400),
  ' ',
  '\n',
  '.',
  ',',
  '3',
  '12',
  '"',
  '(',
  ')',
  '-',
  '–',
]
PIECES.push(
  '…',
  '؟',
  '۔',
  '٣',
  '%',
  '😀',
  '\u200d',
  '\u200c',
  '\ue000',
  '\ud83d',
  "'",
  'DVD',
  'a.m.',
  '1.234,5',
)

test.each(['es', 'ar', 'zh', 'hi', 'xx'])('%s: any text at all is read without an error', (tag) => {
  const locale = plainLocaleOf(tag)
  const random = seeded(11)
  for (let round = 0; round < 1000; round++) {
    const length = 1 + Math.floor(random() * 12)
    const text = Array.from({ length }, () => PIECES[Math.floor(random() * PIECES.length)]!).join('')
    expectSound(text, normalise(text, locale), SPOKEN)
    const units = Array.from({ length: 30 }, () => Math.floor(random() * 0x10000))
    const garbage = String.fromCharCode(...units)
    expectSound(garbage, normalise(garbage, locale), SPOKEN)
  }
})

test.each(['a', 'é', '1', '1.', 'a.', '你', 'ا', '़', 'A.B.', "l'", '- ', '1,111', '\u200d', '( ', '।'])(
  'four times the text takes no more than nine times as long: %s',
  (unit) => {
    const locale = plainLocaleOf('es')
    const short = unit.repeat(10_000 / unit.length)
    const read = (text: string) => {
      normalise(text, locale)
      const segmenter = new Segmenter(locale.language)
      segmenter.push(text)
      segmenter.flush()
    }
    const growth = timesAsLong(
      () => read(short.repeat(4)),
      () => read(short),
      9,
    )
    expect(growth).toBeLessThan(9)
  },
)
