import { entry } from '../../shared/text/entry.ts'
import { pronounceableIn } from '../../shared/text/phonotactics.ts'
import { wordList } from '../../shared/text/word-list.ts'

/** Capital letters, for a character class of a regular expression. */
export const UPPER = 'A-ZÀ-ÖØ-Ý'

/** Short words that may be in capitals for emphasis. Longer ones are recognised by `isPronounceable`. */
const EMPHASISED =
  wordList(`AL ALS AAN ALLE BEN BENT BIJ DAG DAN DAT DE DIE DIT DOE DOEN DUS EEN EN ER GA GAAN GEEN GING HAD HEB
  HEEL HEM HEN HET HIER HIJ HOE HUN IK IN IS JA JE JIJ JOU KAN KOM KON LET MAAR MAG ME MEE MEN MET MIJ MIJN MOET NA NEE
  NET NIET NOG NOOIT NU OF OOK OP OUD ONS OVER STOP TE TEN TER TOCH TOE TOEN TOT UIT UUR VAN VER VOL VOOR WAS WAT WEG
  WEL WIE WIJ WIL ZE ZAL ZEG ZEER ZEI ZES ZIE ZIJ ZIJN ZO ZOU IJS IJ`)

/** Acronyms that are read as words, besides those that look pronounceable. */
const ACRONYMS: Readonly<Record<string, string>> = {
  OK: 'oké',
  JSON: 'jason',
  GIF: 'gif',
  RAM: 'ram',
  ROM: 'rom',
  SIM: 'sim',
  PIN: 'pin',
  TAN: 'tan',
  LAN: 'lan',
  ZIP: 'zip',
  COVID: 'covid',
  CERN: 'cern',
  VUT: 'vut',
  DUO: 'duo',
  SOA: 'soa',
  VAR: 'var',
  PEC: 'pec',
  NAC: 'nac',
  RAI: 'rai',
  CITO: 'cito',
  LED: 'led',
  VIP: 'vip',
  ESA: 'esa',
  BOB: 'bob',
  WOI: 'W O één',
  WOII: 'W O twee',
  BNNVARA: 'B N N vara',
}

/** Acronyms that are spelled although they look pronounceable. */
const SPELLED =
  wordList(`AI EU IT OM OR UK USA CEO CFO CTO API URL USB GPU CPU AOW WAO WIA CAO AEX EHBO UMCU AUMC OMT ICT EK UEA WO IEEE
  UCLA OCAD ID ISO OCR AMO ECB EVO IPO EPD APK`)

/** Abbreviations that are spelled, in lower case. */
const SPELLED_LOWER =
  wordList(`cao aow wao wia wmo awb cvba apk ict ceo cfo cto faq api apis url urls usb cpu gpu ai id ehbo ivf
  hiv mbo hbo vwo vmbo lbo fte dga iq ip aed avg ecg eeg mri ov uv omg idk`)

/** Words without a vowel that are not spelled. */
const VOWELLESS =
  wordList(`hm hmm hmmm mhm mm mmm mmmm sh shh ssh st sst ssst sssst pst psst pssst brr brrr grr grrr pff pfff zz zzz ts tss
  hmpf mr dr ds`)

const isPronounceable = pronounceableIn({
  vowels: 'aeiouy',
  onsets:
    wordList(`bl br ch chl chr cl cr dr dw fj fl fn fr gh gl gn gr kh kj kl kn kr kw ph pj pl pn pr ps qu rh sc sch
  schr sf sh sj sk skl skr sl sm sn sp spl spr squ st str sw th thr tj tr ts tsj tw vl vr wh wr zw`),
  codas:
    wordList(`bs bt ch chs cht chts ck cks ct cts ds dt ff fs ft fts gd gs gt ks kst kt kts lc ld lds lf lfs lft lg
  lgd lk lks lkt ll lls lm lms lmt lp lps lpt ls lst lt lts mb md mf mm mp mps mpt ms mst mt nc nch nd nds ng ngs ngst ngt
  nk nks nkt nn ns nst nt nts nx pp ps pst pt pts rb rbs rbt rc rch rcht rd rds rf rfs rft rg rgs rgt rk rks rkt rkst rl
  rls rm rms rmt rn rns rnst rp rps rpt rr rs rsch rst rt rth rts rw sch sh sk sks sm sms sp ss st sts tch th ths ts tst
  tt uw ws wd wt zz`),
  maxRun: 4,
  unusual: /^ii|^uu(?!r)|[aeiou]{3}/,
})

/** Whether a lower-case word is an acronym that is spelled ("tv", "btw"). */
export function isSpelledLowerCase(word: string): boolean {
  return SPELLED_LOWER.has(word) || (/^[bcdfghjklmnpqrstvwxz]{2,6}$/.test(word) && !VOWELLESS.has(word))
}

/** Spells a word: "K P N". Diacritics are removed. */
export function spell(word: string): string {
  return Array.from(
    plain(word)
      .toUpperCase()
      .replace(/[^A-Z]/g, ''),
  ).join(' ')
}

/** Removes the diacritics of a word. */
function plain(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '')
}

/** Spells a word and joins its ending to the last letter: "T v's", "Z Z p'er". */
export function spellWithEnding(word: string, ending: string): string {
  const letters = spell(word)
  return ending === '' ? letters : `${letters.slice(0, -1)}${letters.at(-1)!.toLowerCase()}'${ending}`
}

/**
 * The words for a word in capitals, which may have an ending ("PVV'er", "CD's", "CEOs").
 *
 * @param isShouted whether a neighbouring word is in capitals too
 */
export function capitalsWords(word: string, isShouted: boolean): string {
  const [, base, apostrophe, ending = ''] = /^(\p{Lu}+)(')?(\p{Ll}{1,5}|S)?$/u.exec(word) ?? []
  if (base === undefined) return word.toLowerCase() // "ZO'N"
  const suffix = ending.toLowerCase()
  const acronym = entry(ACRONYMS, base)
  const said = acronym ?? (isSaidAsWord(base, isShouted) ? base.toLowerCase() : undefined)
  if (said !== undefined) return said + (apostrophe ?? '') + suffix
  return spellWithEnding(base, suffix)
}

function isSaidAsWord(word: string, isShouted: boolean): boolean {
  if (EMPHASISED.has(plain(word))) return true
  if (isShouted && (word === 'OM' || word === 'OR')) return true
  if (SPELLED.has(word)) return false
  return (
    (word.length > 3 || (isShouted && word.length > 1)) &&
    isPronounceable(plain(word).toLowerCase().replaceAll('ij', 'y'))
  )
}
