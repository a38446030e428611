import { entry } from '../../shared/text/entry.ts'
import { pronounceableIn } from '../../shared/text/phonotactics.ts'
import { wordList } from '../../shared/text/word-list.ts'

/** Short words that may be in capitals for emphasis. Longer ones are recognised by `isPronounceable`. */
const EMPHASISED = wordList(`A I AN AS AT BE BY DO GO HE IF IN IS ME MY NO OF ON OR SO TO UP WE OH
  ALL AND ANY ARE ASK BAD BIG BUT BUY CAN DAY DID END FAR FEW FOR FUN GET GOT HAD HAS HER HIM HIS HOT HOW ITS LET LOW MAN
  MAY NEW NOT NOW OFF OLD ONE OUR OUT OWN PAY PUT RED RUN SAD SAW SAY SEE SHE SIX SIT TAX TEN THE TOO TOP TRY TWO USE WAR
  WAS WAY WHO WHY WIN WON YES YET YOU DON AIN CAR CAT DOG BOY GOD EAT BED BOX CUT FIX HIT KEY NET LIE MAD RAN SET BUG WOW HEY
  HELP STOP ONLY EVER EVEN EACH THIS THAT THEY THEM THEN THAN WITH WHAT WHEN WILL WERE WELL WENT HAVE HERE HIGH JUST
  LOVE HATE MAX MUST NEED MANY MUCH MORE MOST MAKE NEXT ONCE OPEN OVER FREE FULL GOOD GREAT KNOW LAST LATE LONG LOOK NEVER
  VERY WAIT WANT WORK WARN EVERY FIRST ALWAYS REALLY`)

/** Acronyms that are read as words, besides those that look pronounceable. */
const ACRONYMS: Readonly<Record<string, string>> = {
  OK: 'okay',
  AAA: 'triple A',
  JSON: 'jason',
  YAML: 'yamel',
  JPEG: 'jay peg',
  JPEGS: 'jay pegs',
  GIF: 'gif',
  RAM: 'ram',
  ROM: 'rom',
  SIM: 'sim',
  PIN: 'pin',
  JAY: 'jay',
  LAN: 'lan',
  WAN: 'wan',
  MAC: 'mac',
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
  CRISPR: 'crisper',
  VAT: 'V A T',
  VIX: 'vix',
  VRAM: 'V ram',
  DRAM: 'D ram',
  OLED: 'O led',
  CPAP: 'C pap',
  NSAID: 'N said',
  SCSI: 'scuzzy',
  MERV: 'merv',
  PICC: 'pick',
  FTSE: 'footsie',
  PSAT: 'P sat',
  IELTS: 'I elts',
  AFIB: 'A fib',
  HVAC: 'H vac',
  OAUTH: 'O auth',
  NOSQL: 'no S Q L',
  FOX: 'fox',
  HEX: 'hex',
  SIP: 'sip',
  HUD: 'hud',
  PEX: 'pex',
  ARM: 'arm',
  WIC: 'wick',
  ICE: 'ice',
  PAC: 'pack',
  NOAA: 'noah',
  MRSA: 'mersa',
  TOEFL: 'toe full',
  LSAT: 'L sat',
  MCAT: 'M cat',
  GMAT: 'G mat',
  TANF: 'tanf',
  WWI: 'world war one',
  WWII: 'world war two',
  WWIII: 'world war three',
}

/** Acronyms that are spelled although they look pronounceable. */
const SPELLED =
  wordList(`AI IT US UK EU UN UAE USA CIA FBI CEO CFO CTO COO API URL URI ATM USB GPU CPU IPO NBA NFL MBA
  ABC AOL AWS IBM IRS IRA CDC EPA FAA FDA FCC FAQ GOP DIY DNA RNA EKG ECG EEG MRI ICU ETA IOU IPA IOT LCD
  OCR PDA POS RPG SUV TBA UFO VIP UI UX IP ID IQ HIV AKA ASAP UCLA AARP IEEE ICAO ADHD NAACP OECD UEA
  USAF USDA USPS UTSA OBGYN ICYMI AFAIK EMS YYYY ACLU ASPCA EEOC EULA ETF NYSE EV OS AR VR AC DC ISP OEM EOD ISO ASL
  IDE UTC ESA IMEI USCIS YMCA YWCA BYOB AFUE AFCI USMCA UEFI LIRR PO TID QID USAA PHEV EVOO ETOH`)

/** Abbreviations that are spelled, in lower case, as people type them. */
const SPELLED_LOWER = wordList(`fyi idk omg lol brb tbh imo imho html css url api pdf usb gps dvd cd tv pc
  omw ikr ai sql ui ux cpu gpu ceo faq http https ssh ftp dns ip xml csv svg png jpg mp npm utf www id diy tcp udp tid qid prn afk smh
  ucla nyc usc sfo ocd aws utc usd eur gpa bmi cli rsa apr apy rgb rgba imdb byob isp otp pto ivf iud ibs copd usps aarp hoa iot
  cto ev uae eft etf ipo eod eob hsa fsa iep ncaa ymca aclu ekg icu rotc`)

/** Words without a vowel that are not spelled. */
const VOWELLESS = wordList('mr ms dr hm mm sh')

const isPronounceable = pronounceableIn({
  vowels: 'aeiouy',
  onsets:
    wordList(`bl br ch chl chr cl cr dr dw fl fr gh gl gn gr kn kr mcc mn ph phr pl pr ps qu rh sc sch scr sh shr sk
  sl sm sn sp sph spl spr sq squ st str sw th thr thw tr tw wh wr`),
  codas:
    wordList(`bs bt bts ch chs ck cks cs ct cts dds ds dst dth ff ffs fs ft fth fths fts gg ggs gh ghs ght ghts gn
  gns gs gst hs ks lb ld lds lf lfth lk lks ll lls lm lms lp lps ls lt lth lts lve mb mbs mn mns mp
  mph mphs mps mpt mpts ms nc nch nct nd nds ng ngs ngst ngth ngths nk nks nn ns nst nt nth nths nts
  ph phs pp pps ps pt pth pths pts rb rbs rc rch rd rds rf rg rk rks rl rld rlds rls rm rms rmth rn
  rns rp rps rr rs rsh rst rt rth rths rts sh sk sks sm sms sp sps ss st sts tch th thm thms ths ts tt
  tts wd wds wl wls wn wns ws wth xt xth xths xts zz`),
  maxRun: 5,
  unusual: /^aa|ii|uu|[aeiou]{3}/,
})

/** The words for an acronym in small letters that is spelled, maybe with its ending ("pdfs", "tv's"); undefined for another word. */
export function spelledLowerCase(word: string): string | undefined {
  if (SPELLED_LOWER.has(word) || (/^[^aeiouy']{2}$/.test(word) && !VOWELLESS.has(word))) return spell(word)
  const stem = /^([a-z]{2,4})'?s$/.exec(word)?.[1]
  return stem !== undefined && SPELLED_LOWER.has(stem) ? possessive(spell(stem)) : undefined
}

/** "F B I", "C E o's" */
export function spell(word: string): string {
  return Array.from(word.toUpperCase().replaceAll("'", '')).join(' ')
}

/** The possessive of what is said: "incorporated's", "U s's". */
export function possessive(words: string): string {
  const last = words.length - 1
  return `${words.slice(0, last)}${words[last]!.toLowerCase()}'s`
}

/**
 * The words for a word in capitals, which may have a plural or possessive ending ("FBI's", "CEOs").
 *
 * @param isShouted whether a neighbouring word is in capitals too
 */
export function capitalsWords(word: string, isShouted: boolean): string {
  const [, base, ending] = /^([A-Z]+)(s|'[Ss])?$/.exec(word) ?? [word, word, undefined]
  if (!/^[A-Z]+$/.test(base!)) return word.toLowerCase() // "DON'T"
  const acronym = entry(ACRONYMS, base!)
  if (acronym !== undefined) return acronym + (ending ?? '').toLowerCase()
  if (ending === "'S" && EMPHASISED.has(base!)) return word.toLowerCase()
  if (word === "IT'S") return "it's"
  if (isSaidAsWord(base!, isShouted)) return base!.toLowerCase() + (ending ?? '').toLowerCase()
  const letters = spell(base!)
  return ending === undefined ? letters : possessive(letters)
}

/** Whether a word in capitals can be shouted, since it is no acronym of letters: beside it, others are shouted too. */
export function isSayable(word: string): boolean {
  return (
    EMPHASISED.has(word) || (!SPELLED.has(word) && isPronounceable(word.toLowerCase().replaceAll("'", '')))
  )
}

function isSaidAsWord(word: string, isShouted: boolean): boolean {
  if (EMPHASISED.has(word)) return true
  if (isShouted && (word === 'IT' || word === 'US' || word === 'AM')) return true
  if (SPELLED.has(word)) return false
  return (word.length > 3 || (isShouted && word.length > 1)) && isPronounceable(word.toLowerCase())
}
