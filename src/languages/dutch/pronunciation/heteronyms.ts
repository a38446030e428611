import type { Heteronyms } from '../../shared/pronunciation/heteronyms.ts'
import { particles } from '../../shared/pronunciation/particles.ts'
import type { WordContext } from '../../shared/pronunciation/word-context.ts'
import { wordList } from '../../shared/text/word-list.ts'

const NUMBERS =
  wordList(`twee drie vier vijf zes zeven acht negen tien elf twaalf nul half kwart anderhalf honderd
  duizend`)
const NUMBERED =
  wordList(`nummer dag deel hoofdstuk stap kamer lijn fase klas groep plan optie keuze niveau bladzijde
  pagina artikel vraag poort gate spoor perron band rij zone route toets`)
const COUNTED = wordList('procent miljoen miljard')
const FRACTIONS = wordList('derde vierde vijfde achtste tiende honderdste duizendste')
/** Words that can follow a number used without a noun. */
const AFTER_NUMERAL = wordList('voor of en is van tot was staat heeft gaat begint')
const DEMONSTRATIVES = wordList('de het die dat deze dit geen slechts maar precies')
const OFTEN = wordList('vaak vaker veel weinig soms nauwelijks zelden regelmatig meest steeds overal')
const MUSIC =
  wordList(`muziek optreden optreedt speelt spelen concert concerten zanger zangeres drummer gitarist fans
  nummers rock festival podium repeteert repeteren bassist tournee`)
const MASCULINE = wordList('de een prins prinses koningin deze')
const PROCEDURES =
  wordList(`procedure stappen stap proces fasen fases traject cursus school opleiding programma menu
  stage keuzemenu checklist vragenlijst route`)
const MEDICINES = wordList(
  'innemen neem neemt slikken paracetamol ibuprofen milligram dokter medicijn apotheek',
)
const DOSES = wordList('één twee drie halve')
const WELL = wordList('goed beter duidelijk zo vriendelijk slecht sterk anders professioneel')
const SKY = wordList('zon maan')
const CONJUNCTIONS = wordList('en of')

/**
 * Whether "een" is a numeral: "een van de", "nummer een", "de een of de ander", "een, twee", "om een uur", but not "een
 * huis".
 */
function isNumeralEen(context: WordContext): boolean {
  const after = context.after()
  if (context.endsClause || (NUMBERED.has(context.before()) && AFTER_NUMERAL.has(after))) return true
  if (after === 'van' || COUNTED.has(after)) return true
  if (FRACTIONS.has(after) && /^(?:van|deel)?$/.test(context.after(2))) return true
  if ([after, context.after(2)].join(' ') === 'voor een') return true
  if ([context.before(2), context.before()].join(' ') === 'een voor') return true
  if (CONJUNCTIONS.has(after)) return true
  if (DEMONSTRATIVES.has(context.before()) && /^(?:na|tegen|is|was|of|en)$/.test(after)) return true
  if (/^(?:tot|plus|min|keer|maal)$/.test(after) && NUMBERS.has(context.after(2))) return true
  if (NUMBERS.has(context.before(2)) && /^(?:en|of|tot|plus|min|maal)$/.test(context.before())) return true
  return context.before() === 'om' && after === 'uur'
}

/** Whether "voorkomen" means to occur: "vaak voorkomen", "mag niet voorkomen", "kan voorkomen." */
function isOccurring(context: WordContext): boolean {
  const before = context.before()
  if (OFTEN.has(before) || (before === 'niet' && /^(?:mag|mogen|mocht)$/.test(context.before(2)))) return true
  return /^(?:kan|kunnen)$/.test(before) && context.endsClause
}

const PREPOSITIONS = {
  aan: 'aː0 n',
  bij: 'b ɛi0',
  door: 'd oː0 r',
  in: 'ɪ0 n',
  met: 'm ɛ0 t',
  naar: 'n aː0 r',
  om: 'ɔ0 m',
  op: 'ɔ0 p',
  tot: 't ɔ0 t',
  uit: 'œy0 t',
  van: 'v ɑ0 n',
  voor: 'v oː0 r',
}

/** Dutch heteronyms, in IPA. */
export const DUTCH_HETERONYMS: Heteronyms = {
  ...particles(PREPOSITIONS, CONJUNCTIONS),
  een: { usual: 'ə n', other: 'eː1 n', isOther: isNumeralEen },

  appel: {
    usual: 'ɑ1 p ə l',
    other: 'ɑ0 p ɛ1 l',
    isOther: (context) => /^(?:in|op)$/.test(context.before()) && context.after() !== 'en',
  },
  band: { usual: 'b ɑ1 n t', other: 'b ɛ1 n t', isOther: (context) => context.mentions(MUSIC) },
  content: {
    usual: 'k ɔ1 n t ɛ0 n t',
    other: 'k ɔ0 n t ɛ1 n t',
    isOther: (context) => context.after() === 'met' || /^(?:zeer|heel|erg|ben|is)$/.test(context.before()),
  },
  job: { usual: 'dʒ ɔ1 p', other: 'j ɔ1 p', isOther: (context) => context.hasOwnCapital },
  regent: {
    usual: 'r eː1 ɣ ə n t',
    other: 'r eː0 ɣ ɛ1 n t',
    isOther: (context) => MASCULINE.has(context.before()),
  },
  tablet: {
    usual: 't ɛ1 b l ə t',
    other: 't ɑ0 b l ɛ1 t',
    isOther: (context) => context.mentions(MEDICINES) || DOSES.has(context.before()),
  },

  // Verbs whose prefix is stressed if it is separable
  doorlopen: {
    usual: 'd oː1 r l oː0 p ə n',
    other: 'd oː0 r l oː1 p ə n',
    isOther: (context) => context.mentions(PROCEDURES),
  },
  ondergaan: {
    usual: 'ɔ0 n d ə r ɣ aː1 n',
    other: 'ɔ1 n d ə r ɣ aː0 n',
    isOther: (context) => context.mentions(SKY),
  },
  overkomen: {
    usual: 'oː0 v ə r k oː1 m ə n',
    other: 'oː1 v ə r k oː0 m ə n',
    isOther: (context) => WELL.has(context.before()),
  },
  voorkomen: {
    usual: 'v oː0 r k oː1 m ə n',
    other: 'v oː1 r k oː0 m ə n',
    isOther: isOccurring,
  },
}
