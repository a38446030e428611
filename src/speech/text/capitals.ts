import { wordList } from './word-list.ts'

/** Short words that are written in capitals for emphasis. Longer ones are told by `isPronounceable`. */
const EMPHASISED = wordList(`A I AN AS AT BE BY DO GO HE IF IN IS ME MY NO OF ON OR SO TO UP WE OH
  ALL AND ANY ARE ASK BAD BIG BUT BUY CAN DAY DID END FAR FEW FOR FUN GET GOT HAD HAS HER HIM HIS HOT HOW ITS LET LOW MAN
  MAY NEW NOT NOW OFF OLD ONE OUR OUT OWN PAY PUT RED RUN SAD SAW SAY SEE SHE SIX SIT TAX TEN THE TOO TOP TRY TWO USE WAR
  WAS WAY WHO WHY WIN WON YES YET YOU DON AIN CAR CAT DOG BOY GOD EAT BED BOX CUT FIX HIT KEY NET LIE MAD RAN SET BUG WOW HEY
  HELP STOP ONLY EVER EVEN EACH THIS THAT THEY THEM THEN THAN WITH WHAT WHEN WILL WERE WELL WENT HAVE HERE HIGH JUST
  LOVE HATE MUST NEED MANY MUCH MORE MOST MAKE NEXT ONCE OPEN OVER FREE FULL GOOD GREAT KNOW LAST LATE LONG LOOK NEVER
  VERY WAIT WANT WORK WARN EVERY FIRST ALWAYS REALLY`)

/** Acronyms that are said as words, beside those that look like one. */
const ACRONYMS: Readonly<Record<string, string>> = {
  OK: 'okay',
  JSON: 'jason',
  YAML: 'yamel',
  JPEG: 'jay peg',
  JPEGS: 'jay pegs',
  GIF: 'gif',
  RAM: 'ram',
  ROM: 'rom',
  SIM: 'sim',
  PIN: 'pin',
  LAN: 'lan',
  WAN: 'wan',
  ZIP: 'zip',
  SAAS: 'sass',
  NASDAQ: 'nasdaq',
  SWAT: 'swat',
  CERN: 'cern',
  COVID: 'covid',
  NAFTA: 'nafta',
  ASCII: 'ascii',
  UNIX: 'unix',
  FEMA: 'fema',
  VAT: 'V A T',
}

/** Acronyms that are spelled although they look like words. */
const SPELLED =
  wordList(`AI IT US UK EU UN UAE USA CIA FBI CEO CFO CTO COO API URL URI ATM USB GPU CPU IPO NBA NFL MBA
  ABC AOL AWS IBM IRS IRA ICE CDC EPA FAA FDA FCC FAQ GOP DIY DNA RNA EKG ECG EEG MRI ICU ETA EST IOU IPA IOT LED LCD
  OCR PDA POS POW RPG SOS SUV TBA UFO VIP UI UX IP ID IQ HIV AKA ASAP UCLA AARP IEEE ICAO AARP ADHD NAACP OECD UEA
  USAF USDA EULA ETF EV OS AR VR AC DC ISP OEM EOD ISO ASL IDE UTC ESA UPS AMA`)

/** The same in small letters, as people type them. */
const SPELLED_LOWER =
  wordList(`fyi idk omg lol brb tbh imo imho html css url urls api apis pdf pdfs usb gps dvd cd tv pc
  ai sql ui ux cpu gpu ceo faq faqs http https ssh ftp dns ip xml csv svg png jpg mp npm utf www id diy`)

/** Pairs of consonants that are words all the same. */
const VOWELLESS = wordList('mr ms dr hm mm sh')

const ONSETS =
  wordList(`bl br ch cl cr dr dw fl fr gl gr kn ph pl pr qu sc sh sk sl sm sn sp st sw th tr tw wh wr str spr
  scr spl thr shr squ`)
const CODAS =
  wordList(`ck ct ff ft ld lf lk ll lm lp lt mp nd ng nk nt pt rb rc rd rf rg rk rl rm rn rp rt sh sk sp ss st
  th ch tch ts ds ls ns ms ps rs ks gs bs wn wl xt zz sts nts nds rds lds rst nch nth ngs cks ght lls lth rch rth rts
  rks rms rns mps nks lts hs ws wns ys`)

/** Whether letters in capitals could be a word of English: a vowel, and no consonants in a row that none has. */
export function isPronounceable(word: string): boolean {
  const lower = word.toLowerCase()
  const runs = lower.match(/[aeiou]+|[^aeiou]+/g) ?? []
  if (!/[aeiouy]/.test(lower) || runs.some((run) => run.length > 4)) return false
  const first = runs[0]!
  const last = runs.at(-1)!
  const opensWell = /^[aeiou]/.test(first) || first.length === 1 || ONSETS.has(first) || first.includes('y')
  const closesWell = /^[aeiou]/.test(last) || last.length === 1 || CODAS.has(last) || last.endsWith('y')
  return opensWell && closesWell && !/[aeiou]{3}|^aa|ii|uu/.test(lower)
}

/** Whether a word in small letters is an acronym that is spelled. */
export function isSpelledLowerCase(word: string): boolean {
  return SPELLED_LOWER.has(word) || (/^[^aeiouy']{2}$/.test(word) && !VOWELLESS.has(word))
}

/** "F B I", "C E o's" */
export function spell(word: string): string {
  return Array.from(word.toUpperCase().replaceAll("'", '')).join(' ')
}

/**
 * What is said for a word in capitals, perhaps with the ending of a plural or a possessive ("FBI's", "CEOs").
 *
 * @param isShouted the words beside it are in capitals too
 */
export function capitalsWords(word: string, isShouted: boolean): string {
  const [, base, ending] = /^([A-Z]+)(s|'[Ss])?$/.exec(word) ?? [word, word, undefined]
  if (!/^[A-Z]+$/.test(base!)) return word.toLowerCase() // "DON'T"
  const acronym = Object.hasOwn(ACRONYMS, base!) ? ACRONYMS[base!] : undefined
  if (acronym !== undefined) return acronym + (ending ?? '').toLowerCase()
  if (ending === "'S" && EMPHASISED.has(base!)) return word.toLowerCase()
  if (word === "IT'S") return "it's"
  if (isSaidAsWord(base!, isShouted)) return base!.toLowerCase() + (ending ?? '').toLowerCase()
  const letters = spell(base!)
  return ending === undefined ? letters : `${letters.slice(0, -1)}${letters.at(-1)!.toLowerCase()}'s`
}

function isSaidAsWord(word: string, isShouted: boolean): boolean {
  if (EMPHASISED.has(word)) return true
  if (isShouted && (word === 'IT' || word === 'US' || word === 'AM')) return true
  if (SPELLED.has(word)) return false
  return (word.length > 3 || (isShouted && word.length > 1)) && isPronounceable(word)
}
