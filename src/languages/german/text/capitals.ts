import { entry } from '../../shared/text/entry.ts'
import { pronounceableIn } from '../../shared/text/phonotactics.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { umlauted } from './umlauts.ts'

/** Short words that may be in capitals for emphasis. Longer ones are recognised by `isPronounceable`. */
const EMPHASISED =
  wordList(`AB ALLE ALLES ALS AM AN AUCH AUF AUS BEI BIN BIS BIST DA DAS DASS DEM DEN DER DES DICH DIE DIR DOCH DU
  EIN EINE EINEN ER ES EUCH FÜR GAR GEH GUT HAB HABE HAT HIER HOL ICH IHR IHN IHM IM IN IST JA JETZT KANN KEIN KEINE KEINER KOMM
  LOS MAL MAN MEHR MEIN MICH MIR MIT MUSS NACH NEIN NEU NEUE NICHT NICHTS NIE NIEMALS NIX NOCH NUN NUR OB ODER OHNE RAUS SEHR SIE
  SIND SO SOLL STOP STOPP TAG TOLL TU TUN UM UND UNS UNTER VIEL VOM VON VOR WANN WAR WARUM WAS WEG WEIL WEM WEN WENN WER WIE WILL
  WIR WIRD WO WOHL ZU ZUM ZUR HALT HALLO HILFE ACHTUNG WICHTIG WARNUNG VORSICHT NEU ROT GELD ENDE START GANZ OHNE IMMER ALT
  TÜR TOR TOP RUF OFT KLAR GENAU RICHTIG FALSCH GRATIS SOFORT BITTE DANKE`)

/** Acronyms that are read as words although they do not look pronounceable or have fewer than four letters. */
const ACRONYMS: Readonly<Record<string, string>> = {
  OK: 'okay',
  EUR: 'euro',
  MWST: 'mehrwertsteuer',
  USD: 'U S dollar',
  NET: 'net',
  WLAN: 'W lan',
  TÜV: 'tüv',
  ZIB: 'zib',
  UFO: 'ufo',
  UNO: 'uno',
  PIN: 'pin',
  TAN: 'tan',
  SIM: 'sim',
  ZIP: 'zip',
  LAN: 'lan',
  WAN: 'wan',
  RAM: 'ram',
  ROM: 'rom',
  GIF: 'gif',
  DIN: 'din',
  ISO: 'iso',
  DAX: 'dax',
  GAU: 'gau',
  BIC: 'bic',
  BER: 'ber',
  TAZ: 'taz',
  FAQ: 'F A Q',
  AIDS: 'aids',
  BAFÖG: 'bafög',
  JPEG: 'jay peg',
  JSON: 'json',
  CERN: 'cern',
  ELSTER: 'elster',
  DEKRA: 'dekra',
  SCHUFA: 'schufa',
  ALDI: 'aldi',
  LIDL: 'lidl',
  EDEKA: 'edeka',
  REWE: 'rewe',
  OBI: 'obi',
  RAF: 'R A F',
  SEPA: 'sepa',
  HSV: 'H S V',
}

/** Acronyms that are spelled although they look pronounceable. */
const SPELLED =
  wordList(`ADAC AEG AOK ARD AG EDV EKG EEG EU UN USA UAE US UK UKW ICE IC EC IHK IG IT KI AI API ATM BASF BIP
  CEO CFO CIA DIY DNA DNS EZB EDM ETF ESA FAZ GEZ GEW HIV ID IQ IP IOT ISS KFZ LED LKA BKA MEZ NGO NRW OECD OSZE OP OB OHG OLG OS PIA
  POS RAL SAP SOS SUV TEU TU TV UI UX UV UVP VIP WG WM EM EDEN EUGH EWG EURATOM ASAP BAG BGB SGB AGB ABS ESP AU IOS IBM AOL UPS
  AMG AUA UEBA GIZ IAA ICAO ADHS IBU USB URL UTC ABM AGG ALG ASB AWO UID CHE IMEI BUND DIHK EON ELR UBA UWG UVM`)

const isPronounceable = pronounceableIn({
  vowels: 'aeiouyäöü',
  onsets:
    wordList(`bl br ch chr cl cr dr fl fr gl gn gr kl kn kr pf pfl pfr ph phr pl pr ps qu rh sc sch schl schm schn
  schr schw sh sk sl sm sn sp spl spr st str sw th thr tr tsch tw wr zw`),
  codas:
    wordList(`bs bt ch chs cht chts ck cks ct ds dt ff fft ffs ft fts gs gt hl hlt hm hn hr hrt hs ht ks kt kts lb
  ld lf lg lk ll lls llt lm ln lp ls lt lts lz mm mms mp mpf ms mt nd nds nf ng ngs ngst nk nkt nks nn nns nnt ns nst nsch nt nts
  nz pf ph pp ps pt rb rbst rch rd rf rg rk rks rkt rl rm rn rns rp rr rrn rs rsch rst rt rts rz sch scht sk ss sst st sts tsch tt tts
  tz tzt x xt`),
  maxRun: 5,
  unusual: /^aa|ii|uu|[aeiou]{3}/,
})

/** "B M W"; "eszett" for ß. */
export function spell(word: string): string {
  return Array.from(word.replaceAll("'", ''), (letter) =>
    /[ßẞ]/.test(letter) ? 'eszett' : capitalOf(letter),
  ).join(' ')
}

/** The capital letter, without its diacritic unless it is an umlaut. */
function capitalOf(letter: string): string {
  const capital = letter.toUpperCase()
  return /[ÄÖÜ]/.test(capital) ? capital : capital.normalize('NFD')[0]!
}

/** Joins an "s" to words, whose last one may be the name of a letter ("L K w's") and may end with an "s" already ("S M S"). */
export function withS(words: string): string {
  if (!/\p{Lu}$/u.test(words)) return `${words}s`
  return /[SXZ]$/.test(words) ? words : `${words.slice(0, -1)}${words.at(-1)!.toLowerCase()}'s`
}

/**
 * The words for a word in capitals, which may have an "s" ("LKWs").
 *
 * @param isShouted whether a neighbouring word is in capitals too
 */
export function capitalsWords(word: string, isShouted: boolean): string {
  const [, base, ending] = /^(\p{Lu}+)('?s|'S)?$/u.exec(word) ?? [word, word, undefined]
  const acronym = entry(ACRONYMS, base!)
  const said = acronym ?? (isSaidAsWord(base!, isShouted) ? umlauted(base!.toLowerCase()) : spell(base!))
  return ending === undefined ? said : withS(said)
}

function isSaidAsWord(word: string, isShouted: boolean): boolean {
  if (EMPHASISED.has(word)) return true
  if (SPELLED.has(word)) return false
  const letters = Array.from(word, capitalOf).join('').toLowerCase()
  return (word.length > 3 || (isShouted && word.length > 2)) && isPronounceable(letters)
}
