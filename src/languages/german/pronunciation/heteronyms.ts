import type { Heteronyms } from '../../shared/pronunciation/heteronyms.ts'
import { particles } from '../../shared/pronunciation/particles.ts'
import type { WordContext } from '../../shared/pronunciation/word-context.ts'
import { wordList } from '../../shared/text/word-list.ts'

const MASCULINE_DETERMINERS =
  wordList(`der den dem einen einem kein keinen keinem mein meinen meinem dein deinen
  ihren ihrem unser unseren unserem diesen diesem jeden jedem am vom zum im langer langen weiter weiten kurzer kurzen
  richtigen besten`)
const FEMININE_DETERMINERS = wordList(
  'die eine einer meine meiner deine deiner seine seiner ihre unsere unserer eure diese keine jede welche',
)
const BEFORE_DATIVE = wordList('in mit von bei aus zu nach seit neben hinter vor')
const FORENAMES = wordList(
  'ernst karl wilhelm friedrich herr herrn onkel opa prinz könig heißt heiße kurfürst',
)
const MEETS_A_NAME = wordList('herr herrn hallo lieber heißt heiße freund bruder sohn kollege onkel')
const SEVERAL =
  wordList(`zwei drei vier fünf sechs sieben acht neun zehn elf zwölf alle allen beide beiden mehrere
  viele einige manche ersten nächsten letzten jeweils kommenden`)
const VERDICTS = wordList(
  'urteils urteil aussage aussagen bericht berichte beschlusses entscheidung rede kommentare',
)
const CROCKERY = wordList('porzellan geschirr kaffee kaffeetassen tassen teller tafel silber meißner')
const FERRIES = wordList('fähre ufer fluss boot insel rhein elbe schiff')
const OBSTACLES = wordList('poller laterne laternenpfahl fußgänger schild zaun mülltonne baum briefkasten')
const SHELTERS = wordList('auto fahrrad fahrräder rad regen garage keller möbel motorrad carport')
const WITH = wordList('mit damit womit miteinander hiermit')
const CONJUNCTIONS = wordList('und oder')

const clauseHas = (context: WordContext, words: ReadonlySet<string>) =>
  context.clauseBefore().some((word) => words.has(word))

/** Whether a word is a noun, by its capital. At the start of a sentence, the next word decides. */
const isNoun = (context: WordContext) =>
  context.hasOwnCapital || (context.opensSentence && /^(?:ist|zum|zur|nach|und)$/.test(context.after()))

/** Whether "Band" is a music group: "eine neue Band", "in der Band", but not "der neue Band" or "das Band". */
function isBandOfMusicians(context: WordContext): boolean {
  if (!/^[^\p{L}]*B/u.test(context.written)) return false
  const isDescribed = !isDeterminer(context.before()) && /en?$/.test(context.before())
  const determiner = context.before(isDescribed ? 2 : 1)
  if (FEMININE_DETERMINERS.has(determiner)) return true
  return /^(?:der|dieser)$/.test(determiner) && BEFORE_DATIVE.has(context.before(isDescribed ? 3 : 2))
}

function isDeterminer(word: string): boolean {
  return FEMININE_DETERMINERS.has(word) || MASCULINE_DETERMINERS.has(word)
}

/** Whether "August" is a forename: "August der Starke", but not "im August der Hitze". */
const isForename = (context: WordContext) =>
  FORENAMES.has(context.before()) || (context.opensSentence && context.after() === 'der')

const PREPOSITIONS = {
  ab: 'a0 p',
  an: 'a0 n',
  auf: 'aʊ0 f',
  bei: 'b aɪ0',
  durch: 'd ʊ0 ɐ ç',
  ein: 'aɪ0 n',
  für: 'f yː0 ɐ',
  mit: 'm ɪ0 t',
  nach: 'n aː0 x',
  um: 'ʊ0 m',
  vor: 'f oː0 ɐ',
  zu: 'ts uː0',
}

/** German heteronyms, in IPA. */
export const GERMAN_HETERONYMS: Heteronyms = {
  ...particles(PREPOSITIONS, CONJUNCTIONS),

  // A noun and another word. The capital distinguishes them
  bucht: { usual: 'b uː1 x t', other: 'b ʊ1 x t', isOther: isNoun },
  erlangen: { usual: 'ɛ0 ɐ l a1 ŋ ə n', other: 'ɛ1 ɐ l a0 ŋ ə n', isOther: isNoun },
  gen: { usual: 'ɡ ɛ1 n', other: 'ɡ eː1 n', isOther: isNoun },
  perfekt: { usual: 'p ɛ0 ɐ f ɛ1 k t', other: 'p ɛ1 ɐ f ɛ0 k t', isOther: isNoun },
  rast: { usual: 'ʁ aː1 s t', other: 'ʁ a1 s t', isOther: isNoun },
  sucht: { usual: 'z uː1 x t', other: 'z ʊ1 x t', isOther: isNoun },
  weg: {
    usual: 'v ɛ1 k',
    other: 'v eː1 k',
    isOther: (context) => isNoun(context) || MASCULINE_DETERMINERS.has(context.before()),
  },

  // Two nouns
  august: { usual: 'aʊ0 ɡ ʊ1 s t', other: 'aʊ1 ɡ ʊ0 s t', isOther: isForename },
  band: { usual: 'b a1 n t', other: 'b ɛ1 n t', isOther: isBandOfMusicians },
  montage: {
    usual: 'm ɔ0 n t aː1 ʒ ə',
    other: 'm oː1 n t aː0 ɡ ə',
    isOther: (context) => SEVERAL.has(context.before()),
  },
  roman: {
    usual: 'ʁ oː0 m aː1 n',
    other: 'ʁ oː1 m a0 n',
    isOther: (context) => MEETS_A_NAME.has(context.before()),
  },
  service: {
    usual: 's œ1 ɐ v ɪ0 s',
    other: 'z ɛ0 ɐ v iː1 s',
    isOther: (context) => context.mentions(CROCKERY) || /teiliges?$/.test(context.before()),
  },
  tenor: {
    usual: 't eː0 n oː1 ɐ',
    other: 't eː1 n oː0 ɐ',
    isOther: (context) =>
      /^(?:des|der)$/.test(context.after()) &&
      (VERDICTS.has(context.after(2)) || VERDICTS.has(context.after(3))),
  },

  // Verbs whose prefix is stressed if it is separable
  modern: {
    usual: 'm oː0 d ɛ1 ɐ n',
    other: 'm oː1 d ɐ n',
    isOther: (context) => context.after() === 'vor' && context.after(2) === 'sich',
  },
  umfahren: {
    usual: 'ʊ0 m f aː1 ʁ ə n',
    other: 'ʊ1 m f aː0 ʁ ə n',
    isOther: (context) => context.mentions(OBSTACLES),
  },
  umgehen: {
    usual: 'ʊ0 m ɡ eː1 ə n',
    other: 'ʊ1 m ɡ eː0 ə n',
    isOther: (context) => clauseHas(context, WITH),
  },
  umgeht: {
    usual: 'ʊ0 m ɡ eː1 t',
    other: 'ʊ1 m ɡ eː0 t',
    isOther: (context) => clauseHas(context, WITH),
  },
  umschreiben: {
    usual: 'ʊ0 m ʃ ʁ aɪ1 b ə n',
    other: 'ʊ1 m ʃ ʁ aɪ0 b ə n',
    isOther: (context) => context.after() === 'lassen' || clauseHas(context, new Set(['auf'])),
  },
  unterstellen: {
    usual: 'ʊ0 n t ɐ ʃ t ɛ1 l ə n',
    other: 'ʊ1 n t ɐ ʃ t ɛ0 l ə n',
    isOther: (context) => context.mentions(SHELTERS),
  },
  übersetzen: {
    usual: 'yː0 b ɐ z ɛ1 ts ə n',
    other: 'yː1 b ɐ z ɛ0 ts ə n',
    isOther: (context) => context.mentions(FERRIES),
  },
}
