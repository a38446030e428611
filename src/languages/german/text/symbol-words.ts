import type { SymbolWords } from '../../shared/text/symbols.ts'

export const SYMBOL_WORDS: SymbolWords = {
  always: {
    '&': 'und',
    '=': 'gleich',
    '÷': 'geteilt durch',
    '±': 'plus minus',
    '≤': 'kleiner gleich',
    '≥': 'größer gleich',
    '≠': 'ungleich',
    '≈': 'ungefähr',
    '∞': 'unendlich',
    '√': 'wurzel aus',
    '→': 'nach',
    '°': 'grad',
    '©': 'copyright',
    '§': 'paragraf',
    '€': 'euro',
    '£': 'pfund',
    '¥': 'yen',
    '₹': 'rupien',
    '¢': 'cent',
    μ: 'mü',
    Ω: 'ohm',
    '%': 'prozent',
    $: 'dollar',
    '@': 'at',
  },
  and: 'und',
  plus: 'plus',
  times: 'mal',
  by: 'mal',
  dividedBy: 'geteilt durch',
  equals: 'gleich',
  notEqual: 'ungleich',
  less: 'kleiner als',
  lessOrEqual: 'kleiner gleich',
  greater: 'größer als',
  greaterOrEqual: 'größer gleich',
  power: 'hoch',
  squared: 'quadrat',
  cubed: 'hoch drei',
  to: 'nach',
  about: 'ungefähr',
  backslash: 'backslash',
  sharp: 'sharp',
  number: 'nummer',
  hashtag: 'hashtag',
  hash: 'raute',
  slash: 'schrägstrich',
  per: 'pro',
  outOf: 'von',
  slashBetween(around) {
    if (
      /(?<!\p{L})(?:er\/sie|sie\/er|der\/die|die\/der|ihn\/sie|sein\/ihr|ja\/nein|und\/oder)(?!\p{L})/iu.test(
        around,
      )
    )
      return /und\/oder/i.test(around) ? '' : 'oder'
    return undefined
  },
}
