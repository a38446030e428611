import { MONTH_NAME } from './calendar.ts'
import { ORDINAL_ENDING } from './number-words.ts'
import { CAPITAL_INGREDIENTS, COUNTY_AFTER } from './sentence-end.ts'

/** Expanded with or without a full stop. */
export const ALWAYS: Readonly<Record<string, string>> = {
  mr: 'mister',
  mrs: 'missus',
  messrs: 'messieurs',
  prof: 'professor',
  vs: 'versus',
  etc: 'etcetera',
  approx: 'approximately',
  eg: 'for example',
  ie: 'that is',
  aka: 'A K A',
  blvd: 'boulevard',
  dept: 'department',
  bldg: 'building',
  govt: 'government',
  hwy: 'highway',
  rd: 'road',
  pkwy: 'parkway',
  expy: 'expressway',
  expwy: 'expressway',
  aves: 'avenues',
  btm: 'bottom',
  tpke: 'turnpike',
  fwy: 'freeway',
  intl: 'international',
  misc: 'miscellaneous',
  incl: 'including',
  excl: 'excluding',
  btw: 'by the way',
  qty: 'quantity',
  avg: 'average',
  acct: 'account',
  accts: 'accounts',
  appt: 'appointment',
  appts: 'appointments',
  attn: 'attention',
  asst: 'assistant',
  mfg: 'manufacturing',
  mfr: 'manufacturer',
  amt: 'amount',
  pmt: 'payment',
  pkg: 'package',
  pkgs: 'packages',
  pcs: 'pieces',
  doz: 'dozen',
  encl: 'enclosed',
  rx: 'prescription',
  pls: 'please',
  thx: 'thanks',
  fwd: 'forward',
  ur: 'your',
  ppl: 'people',
  tmrw: 'tomorrow',
  dbl: 'double',
  btl: 'bottle',
  shs: 'shares',
  nts: 'nights',
  hrs: 'hours',
  wknd: 'weekend',
  wknds: 'weekends',
  xmas: 'christmas',
  mme: 'madame',
  mlle: 'mademoiselle',
  msgr: 'monsignor',
  mtg: 'meeting',
  mtgs: 'meetings',
  msg: 'message',
  msgs: 'messages',
  mgr: 'manager',
  mgmt: 'management',
  mkt: 'market',
  svc: 'service',
  ctr: 'center',
  flr: 'floor',
  natl: 'national',
  stmt: 'statement',
  stmts: 'statements',
  pymt: 'payment',
  qtr: 'quarter',
  wk: 'week',
  wks: 'weeks',
  yrs: 'years',
  bday: 'birthday',
  btwn: 'between',
  bkfst: 'breakfast',
  plz: 'please',
  sry: 'sorry',
  freq: 'frequency',
  tmw: 'tomorrow',
  nxt: 'next',
  abt: 'about',
  rcvd: 'received',
  rcvg: 'receiving',
  dmg: 'damage',
  btn: 'button',
  yld: 'yield',
  rgds: 'regards',
  addr: 'address',
  idx: 'index',
  grp: 'group',
  utd: 'united',
  rwy: 'runway',
  pw: 'password',
  qtrly: 'quarterly',
  cswy: 'causeway',
  txn: 'transaction',
  txns: 'transactions',
  lvl: 'level',
  svgs: 'servings',
  flrs: 'floors',
}

/** Expanded only with a full stop. */
export const WITH_STOP: Readonly<Record<string, string>> = {
  ms: 'ms',
  gen: 'general',
  sen: 'senator',
  sens: 'senators',
  rep: 'representative',
  reps: 'representatives',
  dems: 'democrats',
  gov: 'governor',
  capt: 'captain',
  det: 'detective',
  drs: 'doctors',
  pvt: 'private',
  cllr: 'councillor',
  assoc: 'association',
  chg: 'charge',
  chgs: 'charges',
  cust: 'customer',
  lg: 'large',
  cpt: 'captain',
  lt: 'lieutenant',
  cmdr: 'commander',
  col: 'colonel',
  maj: 'major',
  sgt: 'sergeant',
  cpl: 'corporal',
  adm: 'admiral',
  rev: 'reverend',
  revd: 'reverend',
  hon: 'honorable',
  pres: 'president',
  supt: 'superintendent',
  atty: 'attorney',
  fr: 'father',
  mx: 'mix',
  wm: 'william',
  ret: 'retired',
  avail: 'available',
  mt: 'mount',
  ft: 'fort',
  ste: 'saint',
  jr: 'junior',
  sr: 'senior',
  inc: 'incorporated',
  ltd: 'limited',
  corp: 'corporation',
  co: 'company',
  bros: 'brothers',
  ave: 'avenue',
  ln: 'lane',
  sq: 'square',
  apt: 'apartment',
  univ: 'university',
  assn: 'association',
  viz: 'namely',
  cf: 'compare',
  ca: 'circa',
  esq: 'esquire',
  esp: 'especially',
  resp: 'respectively',
  std: 'standard',
  temp: 'temperature',
  ref: 'reference',
  orig: 'original',
  bal: 'balance',
  desc: 'description',
  wt: 'weight',
  yr: 'year',
  min: 'minimum',
  tel: 'telephone',
  ext: 'extension',
  esc: 'escape',
  feat: 'featuring',
  prev: 'previous',
  eff: 'effective',
}

/** Expanded only before a number. */
export const BEFORE_NUMBER: Readonly<Record<string, string>> = {
  no: 'number',
  nos: 'numbers',
  fig: 'figure',
  figs: 'figures',
  p: 'page',
  pp: 'pages',
  pg: 'page',
  pgs: 'pages',
  vol: 'volume',
  vols: 'volumes',
  ch: 'chapter',
  sec: 'section',
  art: 'article',
  par: 'paragraph',
  para: 'paragraph',
  eq: 'equation',
  eqs: 'equations',
  ver: 'version',
  mk: 'mark',
  ep: 'episode',
  rm: 'room',
  apt: 'apartment',
  rte: 'route',
  rt: 'route',
  fl: 'floor',
  ste: 'suite',
  ext: 'extension',
  flt: 'flight',
  trk: 'track',
  blk: 'block',
  lic: 'license',
  vis: 'visibility',
  lv: 'level',
}

/** Expanded only before a number, with a full stop and written so. */
export const NAMES_BEFORE_NUMBER: Readonly<Record<string, string>> = {
  Prop: 'proposition',
  Pub: 'publication',
  Cat: 'category',
  Div: 'division',
  Ex: 'exhibit',
  Op: 'opus',
  Tab: 'table',
  Term: 'terminal',
  Ref: 'reference',
  Refs: 'references',
  cl: 'clause',
}

/** What a street is, after the number of a house and its name ("4417 Birchwood Ct"), written so or in capitals. */
export const AFTER_NAME: Readonly<Record<string, string>> = {
  ...{ St: 'street', Rd: 'road', Dr: 'drive', Ct: 'court', Pl: 'place' },
  ...{ Ter: 'terrace', Cir: 'circle', Trl: 'trail', Hwy: 'highway', Sq: 'square' },
}

/** What has a number ("acct. no."), before "no." */
const NUMBERED_BEFORE =
  /\b(?:acct|account|ref|reference|case|claim|ni|vat|reg|nhs|passport|licen[cs]e|member(?:ship)?|order|invoice|part|policy|serial|model|item|phone|tel|tracking|confirmation|conf)\.? $/i

const DIGIT_BEFORE = /\d $/
/** One of something, or a part of it: "1", "3/4", but not "1 3/4". */
const PORTION_BEFORE = /(?<!\d[ -])\d\/\d $|(?<![\d./])1 $/
const ORDINAL_BEFORE = new RegExp(`\\d${ORDINAL_ENDING} $`)
const INGREDIENT_AFTER =
  /^\.? (?:(?:brown|white|whole|warm|cold|cooked|packed|chopped|grated|melted|AP|heavy|sour|shredded|diced) )?(?:sugar|flour|butter|milk|water|rice|oats|cheese|cream|oil|broth|stock|honey|nuts|EVOO)/
/** The year in which somebody was born or died: "b. c. 1450". */
const YEAR_OF_LIFE = /^\. (?:c\. )?(?:1\d|20)\d\d(?!\d|,\d)/
/** The day on which somebody was born or died ("b. 8/14/79", "b. 3 May 1979"), after a name or in brackets. */
const DAY_OF_LIFE = new RegExp(
  String.raw`^\. (?:\d{1,2}([/.-])\d{1,2}\1\d{2,4}(?!\d)|\d{1,2} (?:${MONTH_NAME})(?![a-z]))`,
)
const LIVED_BEFORE = new RegExp(
  String.raw`(?:^|\(|\b(?!(?:Plan|Option|Part|Class|Type|Group|Item|Answer|Section|${MONTH_NAME})[, ])[A-Z][a-z'-]{1,14},? )$`,
)
/** Who lost, and the sets: "Nadal d. Federer 6-3". */
const WON_AFTER = /^\. (?:\(\d{1,2}\) )?[A-Z][A-Za-z'-]{1,11}(?: [\d(]|$)/
const CAPITAL_INGREDIENT_AFTER = new RegExp(`^\\.? (?:${CAPITAL_INGREDIENTS}|Cool Whip)(?![a-z])`)
/** A price, of each person, or another amount. */
const PRICE_BEFORE = /[$€£]\d[\d.,]{0,8}(?:[kKMB]|bn)? ?$/
const WORD_END = /^(?![a-z])/i
const WORD_START = /(?:^|[\s("])$/
/** A letter that is a name: "Sch. C", "Rm. B". */
const LETTER_AFTER = /^\. [B-HJ-Z](?![A-Za-z'.&])/
/** What has the name of a note before it: "a Bb chord". */
const IN_MUSIC = /^ (?:chords?|major|minor|maj|min|scale|clarinet|trumpet|saxophone)(?![a-z])/
/** A key of music: "in D min.", "F# maj". */
const NOTE_BEFORE = /(?<![A-Za-z\d])[A-G](?:[#b]| sharp| flat)? $/
/** A time of day, maybe after an airport: "arr. ORD 9:10 AM". */
const TIME_AFTER = /^\.? (?:[A-Z]{3} )?\d{1,2}:\d\d/
const LOWER_AFTER = /^\. [a-z]/
const RATE_AFTER = /^\/[a-z]/
const LABEL_AFTER = /^\.?: /
const THOUSANDS_BEFORE = /(?:\d[kKM]|\b(?:hundred|thousand|million|billion)) $/
/** Around a side to which one turns: "turn rt. on Elm". */
const TURN_BEFORE = /\b(?:turn|bear|keep|then|go|hard|slight) $/i
/** Before the side on which something is: "on your L". */
const SIDE_BEFORE = /\bon (?:your|the|my|our) $/i
/** Before the place where somebody works: "Dr. Lee's ofc." */
const OFFICE_BEFORE = /(?:'s|\b(?:the|our|your|main|front|home|post|doctor)) $/i
const SIDE_AFTER = /^\.? (?:on|onto|at|into|toward)(?![a-z])/
/** The end of the name of a party before the one that it is against ("Smith v. Jones"). */
const NAME_BEFORE = /\b(?:[A-Z][A-Za-z']{1,14}\.?|al\.|R) $/
/** Who is treated: "Pt. is stable". */
const TREATED_AFTER =
  /^\.? (?:c\/o|is|was|has|had|reports?|denies|states|presents?|presented|will|tolerat(?:es|ed)|declines?d?|complains)(?![a-z])/
/** The end of a clause or of the text. */
const CLAUSE_END = /^\.?(?=$|[,;:!?)\n]|\.)/
const DEGREES_BEFORE = /\bdegrees? $/

/** What an abbreviation means beside certain words; the text before it and after its letters decides, the first that fits. */
export const BESIDE: Readonly<
  Record<
    string,
    readonly {
      /** How it is written, where it is another abbreviation with other capitals: "an HR rep". */
      readonly written?: RegExp
      readonly before?: RegExp
      readonly after: RegExp
      readonly words: string
    }[]
  >
> = {
  no: [
    { after: /^\. (?:of (?!course)|is |was )|^\.:/, words: 'number' },
    { before: NUMBERED_BEFORE, after: /^(?:\. |\.?:|:| #?\d)/, words: 'number' },
  ],
  arr: [{ after: TIME_AFTER, words: 'arriving' }],
  ref: [{ after: /^\.?:|^ #:|^\.? (?:(?:no[.:]? ?|number )?#?\d|[A-Z]{1,4}-?\d)/, words: 'reference' }],
  cust: [{ before: /\d\/$/, after: /^\.?/, words: 'customer' }],
  bal: [{ after: /^\.?:/, words: 'balance' }],
  dep: [
    { after: TIME_AFTER, words: 'departing' },
    { before: PRICE_BEFORE, after: CLAUSE_END, words: 'deposit' },
  ],
  b: [
    { written: /^b$/, after: YEAR_OF_LIFE, words: 'born' },
    { written: /^b$/, before: LIVED_BEFORE, after: DAY_OF_LIFE, words: 'born' },
  ],
  d: [
    { written: /^d$/, before: LIVED_BEFORE, after: WON_AFTER, words: 'defeated' },
    { written: /^d$/, after: YEAR_OF_LIFE, words: 'died' },
    { written: /^d$/, before: LIVED_BEFORE, after: DAY_OF_LIFE, words: 'died' },
    { written: /^d$/, before: /\d, $/, after: DAY_OF_LIFE, words: 'died' },
  ],
  mag: [{ after: /^\.? \d/, words: 'magnitude' }],
  ex: [
    { written: /^ex$/, after: /^\. \d/, words: 'exercise' },
    { written: /^Ex$/, after: /^\. [A-Z](?![A-Za-z'.])/, words: 'exhibit' },
  ],
  sts: [{ before: ORDINAL_BEFORE, after: /^\.?/, words: 'streets' }],
  sq: [{ written: /^Sq$/, before: /\b[A-Z][A-Za-z']{1,13} $/, after: CLAUSE_END, words: 'square' }],
  tel: [{ after: LABEL_AFTER, words: 'telephone' }],
  def: [{ before: /[A-Z][A-Za-z'-]{1,14} $/, after: /^\.? (?:\(\d{1,2}\) )?[A-Z]/, words: 'defeated' }],
  max: [
    { after: /^\. ?[a-z\d$€£]/, words: 'maximum' },
    { before: /(?:^|[.?!:;(\n]) ?$/, after: /^\. ?[A-Z]/, words: 'maximum' }, // elsewhere it is a name
  ],
  req: [
    { after: /^\. for |^\.? ?#/, words: 'request' },
    { after: /^\.(?!\w)/, words: 'required' },
    { before: DIGIT_BEFORE, after: RATE_AFTER, words: 'requests' },
  ],
  rev: [
    { after: /^\.? ?(?:\d|[A-Z](?![\w.']))/, words: 'revision' },
    { after: /^\. ?(?:[a-z$€£])|^\.? [+-]\d[\d.]{0,5}%/, words: 'revenue' },
  ],
  est: [
    { before: /\bInd\.? $/, after: WORD_END, words: 'estate' },
    { after: /^\. (?:(?:1[5-9]|20)\d\d(?!\d|,\d)|in |by |since )/i, words: 'established' },
    { after: /^\. (?:is|was|of) /, words: 'estimate' },
    { before: PRICE_BEFORE, after: CLAUSE_END, words: 'estimated' },
    { after: /^\. ?[a-z\d$€£~]/i, words: 'estimated' },
  ],
  ind: [{ written: /^Ind$/, after: /^\.? Est(?![a-z])/, words: 'industrial' }],
  exp: [
    { before: /\b(?:yrs?\.?|years?) (?:of )?$/i, after: WORD_END, words: 'experience' },
    {
      after: /^\.?:? (?:\d{1,2}\/\d{2}|20\d\d|[A-Z][a-z]{2,8}\.? \d|\d{1,2} [A-Z]{3})/,
      words: 'expires',
    },
    { after: /^\.? date/i, words: 'expiration' },
  ],
  ed: [
    { after: /^\. by /, words: 'edited' },
    {
      before: new RegExp(`(?:\\d${ORDINAL_ENDING}|\\b(?:first|second|third|revised|new)) $`, 'i'),
      after: /^\./,
      words: 'edition',
    },
  ],
  mi: [{ before: THOUSANDS_BEFORE, after: WORD_END, words: 'miles' }],
  v: [{ written: /^v$/, before: NAME_BEFORE, after: /^\.? [A-Z]/, words: 'versus' }],
  f: [{ before: DEGREES_BEFORE, after: WORD_END, words: 'fahrenheit' }],
  c: [
    { before: DEGREES_BEFORE, after: WORD_END, words: 'celsius' },
    { before: ORDINAL_BEFORE, after: /^(?:\.|$)/, words: 'century' },
    { before: PORTION_BEFORE, after: INGREDIENT_AFTER, words: 'cup' },
    { before: DIGIT_BEFORE, after: INGREDIENT_AFTER, words: 'cups' },
    { before: PORTION_BEFORE, after: LOWER_AFTER, words: 'cup' },
    { before: DIGIT_BEFORE, after: LOWER_AFTER, words: 'cups' },
    {
      written: /^c$/,
      before: PORTION_BEFORE,
      after: CAPITAL_INGREDIENT_AFTER,
      words: 'cup',
    },
    { written: /^c$/, before: DIGIT_BEFORE, after: CAPITAL_INGREDIENT_AFTER, words: 'cups' },
    { written: /^c$/, before: /(?:^|[^\d\s/] |\()$/, after: /^\. (?:[£$€]?\d)/, words: 'circa' },
    { before: WORD_START, after: /^\. ?(?:1\d{3}(?!\d)|\d{2,4} (?:BC|AD))/, words: 'circa' },
  ],
  ste: [{ after: /^\.? (?:#?\d|[A-Z](?:-?\d|(?![A-Za-z'])))/, words: 'suite' }],
  ch: [
    { before: /\b(?:VHF|UHF|TV|cable) $/i, after: /^\.? \d/, words: 'channel' },
    { after: /^\.? \d{1,2} News(?![a-z])/, words: 'channel' },
  ],
  sch: [{ after: /^\. (?:\d|[A-Z](?:-\d)?(?![A-Za-z'&]|\.[A-Za-z]))/, words: 'schedule' }],
  sched: [{ after: /^\. [A-Z](?![A-Za-z'&]|\.[A-Za-z])/, words: 'schedule' }],
  rm: [
    { before: /(?<!\d)1 $/, after: /^\.? [a-z]/, words: 'room' },
    { before: DIGIT_BEFORE, after: /^\.? [a-z]/, words: 'rooms' },
    { after: LETTER_AFTER, words: 'room' },
    { before: /\b(?:king|queen|double|single|twin) $/i, after: WORD_END, words: 'room' },
  ],
  wt: [
    { after: LABEL_AFTER, words: 'weight' },
    { written: /^Wt$/, after: /^\.? \d/, words: 'weight' },
    { after: /^\.? \d[\d.,]{0,6} ?(?:lbs?|oz|k?g)(?![a-z])/, words: 'weight' },
  ],
  ht: [
    { after: LABEL_AFTER, words: 'height' },
    { written: /^Ht$/, after: /^\.? \d/, words: 'height' },
    { after: /^\. \d/, words: 'height' },
    { after: /^ \d ?(?:'|ft)/, words: 'height' },
  ],
  ave: [{ before: /[\w.] $/, after: /^(?!\.| Maria|[a-z])/, words: 'avenue' }],
  reqs: [{ before: DIGIT_BEFORE, after: RATE_AFTER, words: 'requests' }],
  mfg: [{ after: /^\.? by /, words: 'manufactured' }],
  amend: [
    { before: ORDINAL_BEFORE, after: /^\./, words: 'amendment' },
    { after: /^\. [IVX]{1,5}(?![A-Za-z])/, words: 'amendment' },
  ],
  pp: [{ before: PRICE_BEFORE, after: WORD_END, words: 'per person' }],
  pcm: [{ before: PRICE_BEFORE, after: WORD_END, words: 'per calendar month' }],
  cat: [{ after: /^ [1-5] (?:hurricane|storm|cyclone)/, words: 'category' }],
  lg: [
    { before: DIGIT_BEFORE, after: /^\.? [a-z]/i, words: 'large' },
    { after: /^\.(?=[,;)])/, words: 'large' },
  ],
  sm: [{ before: DIGIT_BEFORE, after: /^\.? [a-z]/i, words: 'small' }],
  mk: [{ written: /^M[kK]$/, after: /^\.? [IVX]{1,4}(?![A-Za-z])/, words: 'mark' }],
  med: [
    {
      before: DIGIT_BEFORE,
      after:
        /^\.? (?!(?:student|school|tech|center|rep|resident|degree|list|kit|change|refill)s?(?![a-z]))[a-z]/,
      words: 'medium',
    },
    { before: DIGIT_BEFORE, after: /^\. (?:Cokes?|Diet|Pepsis?|Sprites?|Dr)(?![a-z])/, words: 'medium' },
    { after: /^\.?-(?:rare|well)(?![a-z])/, words: 'medium' },
  ],
  ln: [{ before: /[A-Z][A-Za-z]{1,20} $/, after: WORD_END, words: 'lane' }],
  ct: [
    { written: /^Ct$/, after: /^ R(?:oa)?d/, words: 'court' },
    { before: ORDINAL_BEFORE, after: WORD_END, words: 'court' },
    { before: /\d\.\d{1,2} $/, after: WORD_END, words: 'carat' },
    { before: /\d[ -]$/, after: LOWER_AFTER, words: 'count' },
    { written: /^ct$/, before: /\d[ -]$/, after: CLAUSE_END, words: 'count' },
  ],
  pt: [
    { before: /\bdew $/i, after: WORD_END, words: 'point' },
    { before: /(?:\ba|\b1|\/\d) $/, after: /^\. of /, words: 'pint' },
    { before: /\b1 $/, after: INGREDIENT_AFTER, words: 'pint' },
    { before: /(?:^|[^\d] )$/, after: /^\. (?:\d|[IVX]{1,4}(?![A-Za-z]))/, words: 'part' },
    { written: /^[Pp]t$/, after: TREATED_AFTER, words: 'patient' },
  ],
  maj: [{ before: NOTE_BEFORE, after: WORD_END, words: 'major' }],
  aa: [{ written: /^AA$/, after: /^(?:\/AAA)? batter/, words: 'double A' }],
  min: [
    { before: NOTE_BEFORE, after: CLAUSE_END, words: 'minor' },
    { before: ORDINAL_BEFORE, after: WORD_END, words: 'minute' },
  ],
  yr: [
    { after: /^\.?:/, words: 'year' },
    { written: /^Yr$/, after: /^\.? \d/, words: 'year' },
    { before: /\b(?:an?|per|this|next|last|each|every|one) $/i, after: WORD_END, words: 'year' },
  ],
  hr: [
    {
      written: /^hr$/,
      before: /\b(?:an|per|happy|rush|half|each|every|one|first|next|last|extra|additional|credit) $/i,
      after: WORD_END,
      words: 'hour',
    },
  ],
  pop: [{ after: /^\. (?:of |is |was )?~?\d/, words: 'population' }],
  elev: [{ after: /^\. \d/, words: 'elevation' }],
  vol: [{ after: /^ (?:Up|Down|up|down)(?![a-z])/, words: 'volume' }],
  re: [{ written: /^RE$/, before: /(?:^|\n)$/, after: /^: /, words: 're' }],
  fw: [{ written: /^F[Ww]$/, before: /(?:^|\n)$/, after: /^: /, words: 'forward' }],
  exh: [{ after: /^\. [A-Z\d]/, words: 'exhibit' }],
  reg: [
    { after: /^\. \d{1,3}\(/, words: 'regulation' },
    { after: /^\. [$€£]/, words: 'regular' },
    { after: /^\.? no\.|^\.? [A-Z]{2}\d\d ?[A-Z]{3}(?![A-Za-z])/, words: 'registration' },
  ],
  ins: [
    { after: /^\. (?:cards?|co|company|policy|claims?|coverage|info|plan)(?![a-z])/, words: 'insurance' },
  ],
  susp: [{ after: /^\.? (?:\d|PO|by|for|\()|^\.$/, words: 'suspension' }],
  vit: [{ after: /^\.? [A-Z]\d{0,2}(?![\w.])/, words: 'vitamin' }],
  cir: [{ before: ORDINAL_BEFORE, after: /^\./, words: 'circuit' }],
  co: [{ after: COUNTY_AFTER, words: 'county' }],
  rt: [
    { after: /^\.? Hon/, words: 'right' },
    { before: TURN_BEFORE, after: SIDE_AFTER, words: 'right' },
  ],
  r: [
    { written: /^R$/, before: TURN_BEFORE, after: SIDE_AFTER, words: 'right' },
    { written: /^R$/, before: SIDE_BEFORE, after: CLAUSE_END, words: 'right' },
  ],
  l: [
    { written: /^L$/, before: TURN_BEFORE, after: SIDE_AFTER, words: 'left' },
    { written: /^L$/, before: SIDE_BEFORE, after: CLAUSE_END, words: 'left' },
  ],
  ofc: [{ before: OFFICE_BEFORE, after: /^\.?/, words: 'office' }],
  lt: [{ before: TURN_BEFORE, after: SIDE_AFTER, words: 'left' }],
  btw: [
    {
      after: /^\.? [A-Z\d][\w:]{0,8}\.?(?: [AaPp][Mm])?(?: (?:and|&) | ?[-–] ?)[A-Z\d]/,
      words: 'between',
    },
  ],
  sta: [{ before: /[A-Z][a-z]{1,20} $/, after: /^\./, words: 'station' }],
  sec: [{ after: /^\. of (?:the |[A-Z])/, words: 'secretary' }],
  ret: [{ before: /\($/, after: /^\.\)/, words: 'retired' }],
  ft: [
    { written: /^ft$/, before: /(?:, |\(|" |\b[A-Z][a-z']{0,9} )$/, after: /^\. [A-Z]/, words: 'featuring' },
  ],
  feat: [{ before: /(?:, |\(|" |\b[A-Z][a-z']{0,9} )$/, after: /^\. [A-Z]/, words: 'featuring' }],
  dx: [{ written: /^Dx$/, after: WORD_END, words: 'diagnosis' }],
  hx: [{ written: /^Hx$/, after: WORD_END, words: 'history' }],
  sx: [{ written: /^Sx$/, after: WORD_END, words: 'symptoms' }],
  avail: [{ before: /(?<!\b(?:no|any|little|much|of) )$/i, after: /^\.(?!\w)/, words: 'available' }],
  nr: [{ after: LOWER_AFTER, words: 'near' }],
  eta: [
    { after: /^:? ~?\d/, words: 'E T A' },
    { before: /\b(?:an|any|the|your|ur|my|our) $/i, after: WORD_END, words: 'E T A' },
  ],
  conf: [
    { after: /^\. (?:[Rr]m\b|[Rr]oom)/, words: 'conference' },
    { after: /^\.? (?:no\b|number|#|code)/, words: 'confirmation' },
  ],
  std: [{ after: /^ dev\b/i, words: 'standard' }],
  dev: [{ before: /\bstd\.? $/i, after: WORD_END, words: 'deviation' }],
  ea: [
    { written: /^[Ee]a$/, after: /^\./, words: 'each' },
    { before: /[^A-Za-z\d]$/, after: /^\./, words: 'each' },
    { before: DIGIT_BEFORE, after: WORD_END, words: 'each' },
  ],
  fl: [
    { after: /^\. \d/, words: 'floor' },
    { written: /^[Ff]l$/, before: ORDINAL_BEFORE, after: WORD_END, words: 'floor' },
  ],
  pc: [{ before: DIGIT_BEFORE, after: /^\.? [a-z]/, words: 'piece' }],
  tab: [{ before: DIGIT_BEFORE, after: LOWER_AFTER, words: 'tablet' }],
  tabs: [{ before: DIGIT_BEFORE, after: LOWER_AFTER, words: 'tablets' }],
  cap: [{ before: DIGIT_BEFORE, after: LOWER_AFTER, words: 'capsule' }],
  caps: [{ before: DIGIT_BEFORE, after: LOWER_AFTER, words: 'capsules' }],
  assoc: [{ after: /^\. (?:prof|dir|dean|editor|manager)/i, words: 'associate' }],
  exec: [
    { after: /^\. (?:director|assistant|committee|board|chef|VP|[Vv]ice)(?![a-z])/, words: 'executive' },
  ],
  bus: [{ before: DIGIT_BEFORE, after: /^\. days?(?![a-z])/, words: 'business' }],
  tech: [{ after: /^\. support(?![a-z])/, words: 'tech' }],
  cal: [{ before: DIGIT_BEFORE, after: LOWER_AFTER, words: 'calories' }],
  pet: [{ after: /^(?:\/CT)? (?:scan|imaging)/, words: 'pet' }],
  ...Object.fromEntries(
    Array.from('ABDEG', (note) => [`${note.toLowerCase()}b`, [{ after: IN_MUSIC, words: `${note} flat` }]]),
  ),
  temp: [
    { after: /^: ?[~-]?\d/, words: 'temperature' },
    { after: /^\. (?:work|job|staff|agency|position|password|code|fix|file)/, words: 'temporary' },
  ],
}

/** Abbreviations with full stops inside that are expanded to words. */
export const DOTTED: Readonly<Record<string, string>> = {
  'e.g': 'for example',
  'i.e': 'that is',
}
