import type { Heteronyms } from '../../../shared/pronunciation/heteronyms.ts'
import type { WordContext } from '../../../shared/pronunciation/word-context.ts'
import { isPause } from '../../../shared/text/token.ts'
import { wordList } from '../../../shared/text/word-list.ts'
import {
  belongsToNounPhrase,
  endsNounPhrase,
  opensNounPhrase,
  partOfSpeech,
  takesBareVerb,
  wordBeforeAdverbs,
} from './part-of-speech.ts'
import { isPastRead } from './read.ts'
import * as classes from './word-classes.ts'

const among = (list: string) => {
  const words = wordList(list)
  return (word: string) => words.has(word)
}

const isLive =
  among(`music album albums recording recordings oak oaks animal animals aid show shows stream streams streaming event events chat agent agents broadcast performance
  performances audience concert concerts tv television demo update updates coverage feed version data wire wires
  ammunition fire site support person representative operator operators band session sessions call calls video
  transcription captions traffic game games kit`)
const goesLive = among(
  `go goes going went gone stream streamed streaming broadcast watch watching tune available recorded perform performs
  performed performing sang sing singing`,
)
const airs = among('air television stage radio youtube twitch instagram facebook zoom')
const watch = among('watch watching watched see seeing stream streaming catch aired airs')
const whereabouts = among(
  'in at on with near there here alone together by under next across up downstairs upstairs abroad outside inside',
)
const still = among('now still currently also')
const closeTo = among(
  'to by enough together friend friends range call calls proximity attention family relatives',
)
const closing = among('button buttons date dates icon menu tab')
const holds = among('hold holds held holding keep keeps kept keeping')
const near =
  among(`so too very as how quite pretty come comes came coming get gets getting got stay stays stayed keep
  kept stand stood sit sat up dangerously`)
const leadThing = among(
  `pipe pipes paint poisoning acid acetate weights shielding crystal solder bullet bullets apron aprons level levels
  based free exposure dust contamination abatement test tests screening`,
)
const leadSource = among('water paint pipes soil dust blood')
const leadSearch = among('test tests tested testing positive negative')
const metals = wordList('metal metals copper tin zinc mercury arsenic cadmium nickel iron asbestos ore alloy')
const leadHolder = among('molten contain contains containing unleaded')
const windsAlong = among('up down around round through along its the it your back')
const tearsAlong = among('here up along apart down off out into it itself the open through away resistant')
const torn =
  among(`cuff meniscus meniscal ligament muscle labral labrum retinal tendon hamstring calf aortic achilles partial
  l`) // "ACL tear"
const eyes = among('eye eyes')
const crying = among('gas drop drops duct ducts stained')
const injured = wordList('ligament meniscus cuff labrum tendon cartilage hamstring acl mcl mri')
const mopes = among('around about')
const woundAlong = among('up down around round through its tightly back')
const tightly = among('tightly loosely closely')
const bowsTo = among('down to out before')
const ship = among('ship boat yacht vessel canoe')
const aboard = wordList('stern starboard hull torpedo torpedoes torpedoed thruster thrusters vessel vessels')
const respectful = among('deep slight low polite kneeling')
const take = among('take takes took taking taken')
const fish = among('fish fishing sea mouth largemouth smallmouth striped lake caught catch catching grilled')
const fishing = wordList('catfish trout salmon bluegill bream cod pike perch walleye angler anglers')
const quickly = among('quickly suddenly immediately then')
const divesInto = among('into in off under headfirst deep for straight')
const isDegree = among('quite very perfectly more so too')
const tiny =
  among(`detail details amount amounts quantity quantities particle particles trace traces difference
  differences fraction crack cracks`)
const extremely = among('very so most extremely incredibly')
const towards = among('to in from near at via')
const sold = among('net sale sales loan insurance cash auction')
const yielded = among('of from go will are were benefit')
const latin = among('facto jure novo minimis')
const holy = among('sacrament virgin mother mary trinity')
const axe = among('stone battle hand bronze iron throwing throw pick ice fire')
const tools = wordList('tools weapons knives swords spears arrows hammers saws shovels hatchets flint wood')
const pale = among('skin face faces complexion white faced looking texture consistency')
const slices = among('sandwich sandwiches sausage slices and or')
const supporters = among('fans fan park football supporters player players manager striker goalkeeper')
const poke = among('bowl bowls restaurant')
const french = among('bloc garde masse passant route suite')
const chinese = among('ho tai')
const deer = among('bucks stags deer fawns')

const mail = among(
  'email emails link code message messages invoice confirmation text receipt invite invitation file form',
)
const scholar =
  among(`man men woman women scholar scholars professor judge judges counsel friend friends colleague colleagues
  society societies journal journals gentleman doctor debate treatise profession`)
const elder =
  among(`man men woman women couple mother father parents grandmother grandfather aunt uncle relative relatives widow
  person people care patients residents population`)
const related = among('wife husband mother father son daughter sister brother soldiers')
const forThe = among('of for to and care help')

const isSubject = (word: string) => classes.PLURAL_SUBJECTS.has(word) || classes.SINGULAR_SUBJECTS.has(word)

const isHeadOfNounPhrase = (context: WordContext) => belongsToNounPhrase(context) && endsNounPhrase(context)

/** Whether "invalid" is somebody: "an invalid", "his invalid wife", but "it made the claim invalid". */
function isSickPerson(context: WordContext): boolean {
  if (related(context.after())) return true
  const before = context.before()
  return opensNounPhrase(before) && !classes.LINKING.has(before) && isHeadOfNounPhrase(context)
}

/** Whether a word is an attribute: "a close look". */
const isAttribute = (context: WordContext) => opensNounPhrase(context.before()) && !endsNounPhrase(context)

/** Whether "live" says how something is watched ("watch the game live on TV", "see it live"). */
function isWatchedLive(context: WordContext): boolean {
  const clause = [...context.clauseBefore()]
  if (clause.includes('where') || clause.includes('how') || !clause.some(watch)) return false
  if (classes.OBJECTS.has(context.before())) return endsNounPhrase(context)
  if (takesBareVerb(context) || (classes.looksPlural(context.before()) && !context.endsClause)) return false
  return endsNounPhrase(context)
}

/** Whether a word is asked of a subject, as no verb can be: "are you live now", "is it close". */
const isAskedOfSubject = (context: WordContext) =>
  isSubject(context.before()) && classes.FINITE_BE.has(context.before(2))

/** Whether "live" ends a question after a form of "be" ("is the show live"). */
function isAskedLive(context: WordContext): boolean {
  if (isAskedOfSubject(context)) return true
  const clause = [...context.clauseBefore()]
  if (clause.includes('where') || clause.includes('how') || takesBareVerb(context)) return false
  return context.endsClause && classes.FINITE_BE.has(clause.at(-1) ?? '')
}

/** "live on air", "they perform live on TV" */
const isOnAir = (context: WordContext) =>
  context.after() === 'on' &&
  !isSubject(context.before()) &&
  (airs(context.after(2)) || `${context.after(2)}${context.after(3)}` === 'tv')

const isLiveAdjective = (context: WordContext) =>
  !(context.before() === 'long' && classes.BEGINS_OBJECT.has(context.after())) &&
  (isWatchedLive(context) || isAskedLive(context) || isShownLive(context))

const isShownLive = (context: WordContext) =>
  (context.opensSentence && context.after() === 'from') ||
  isOnAir(context) ||
  goesLive(context.before()) ||
  isLive(context.after()) ||
  classes.BE.has(wordBeforeAdverbs(context)) ||
  (!takesBareVerb(context) && (isWatched(context) || isAttribute(context)))

/** Whether the word before is somebody or something that is watched: "see it live", but "half of them live here". */
const isWatched = (context: WordContext) =>
  classes.OBJECTS.has(context.before()) && context.before(2) !== 'of'

function isLivesVerb(context: WordContext): boolean {
  if (partOfSpeech(context) === 'verb' || still(context.before())) return true
  if (opensNounPhrase(context.before())) return false
  return whereabouts(context.after()) || [...context.clauseBefore()].includes('where')
}

function isCloseBy(context: WordContext): boolean {
  if (closing(context.after())) return false
  if (isAskedOfSubject(context)) return true
  if (classes.OBJECTS.has(context.before()) && holds(context.before(2))) return true
  if (near(context.before()) || classes.BE.has(wordBeforeAdverbs(context))) return true
  if (takesBareVerb(context)) return false
  return closeTo(context.after()) || isAttribute(context)
}

function isLeadMetal(context: WordContext): boolean {
  const [before, before2] = [context.before(), context.before(2)]
  if (context.opensSentence && classes.FINITE_BE.has(context.after())) return true
  if (leadThing(context.after())) return !isSubject(before)
  if (leadHolder(before)) return true
  if (context.after() === 'in' && (leadSource(context.after(2)) || leadSource(context.after(3)))) return true
  if (!endsNounPhrase(context)) return false
  if (context.mentions(metals) && (isPause(before) || classes.COORDINATORS.has(before)))
    return context.after() !== 'to'
  return (
    before === 'of' || (before === 'for' && leadSearch(before2)) || (before === 'to' && before2 === 'exposed')
  )
}

function isWindVerb(context: WordContext): boolean {
  if (opensNounPhrase(context.before())) return false
  return windsAlong(context.after()) || (context.before() !== 'to' && partOfSpeech(context) === 'verb')
}

function isTearApart(context: WordContext): boolean {
  if (eyes(context.before()) || crying(context.after())) return false
  if (context.word === 'tear' && context.mentions(injured)) return true
  if (torn(context.before()) || context.after() === 'repair') return true
  if (context.after() === 'in' && opensNounPhrase(context.before()))
    return !eyes(context.after(2)) && !eyes(context.after(3))
  if (partOfSpeech(context) === 'verb' || (context.before() === 'and' && context.before(2) === 'wear'))
    return true
  return tearsAlong(context.after()) && !opensNounPhrase(context.before())
}

function isBowDown(context: WordContext): boolean {
  if (partOfSpeech(context) === 'verb' || take(context.before(2)) || take(context.before(3))) return true
  if (ship(context.before().replace(/'s$/, '')) && context.before().endsWith("'s")) return true
  if (context.mentions(aboard) || respectful(context.before()) || context.after() === 'wow') return true
  if (context.after() === 'of') return ship(context.after(2)) || ship(context.after(3))
  return bowsTo(context.after()) && !opensNounPhrase(context.before())
}

const isFish = (context: WordContext) =>
  context.mentions(fishing) ||
  [context.before(), context.before(2), context.after(), context.after(2)].some(fish)

const isDoeHerd = (context: WordContext) =>
  classes.NUMBERS.has(context.before()) ||
  context.before() === 'the' ||
  (context.before() === 'and' && deer(context.before(2)))

/** Whether "de" is the prefix or the Latin word ("de-escalate", "de facto"), and not that of names ("Rio de Janeiro"). */
const isPrefixDe = (context: WordContext) => /^\W*de-/i.test(context.written) || latin(context.after())

/** Whether "used" is that of "we used to walk" or "I am used to it", and not of "a rod is used to catch fish". */
function isUsedTo(context: WordContext): boolean {
  if (context.after() !== 'to') return false
  if (!classes.BE.has(wordBeforeAdverbs(context))) return true
  return classes.BEGINS_OBJECT.has(context.after(2)) || /ing$/.test(context.after(2))
}

/** Whether "axes" are tools, or is a verb, and not the plural of "axis". */
const isTools = (context: WordContext) =>
  axe(context.before()) || context.mentions(tools) || partOfSpeech(context) === 'verb'

/** Whether a word with a capital is a name: "the Nestle plant", "Ravel wrote it", but "Nestle in the sofa." */
const isName = (context: WordContext) =>
  context.hasOwnCapital ||
  (/^\W*[A-Z]/.test(context.written) &&
    !classes.BEGINS_OBJECT.has(context.after()) &&
    !classes.PREPOSITIONS.has(context.after()))

const isBolognaInItaly = (context: WordContext) => isName(context) && !slices(context.after())

/** Whether "Celtic" is a club: "he played for Celtic", "Celtic fans". "In Celtic" is a language. */
const isClub = (context: WordContext) =>
  context.before() === 'boston' ||
  (context.hasOwnCapital &&
    (supporters(context.after()) || (endsNounPhrase(context) && context.before() !== 'in')))

/** Whether "sake" is what one drinks: "a cup of sake", and not "for the sake of", "for old times' sake". */
const isDrink = (context: WordContext) =>
  context.after() !== 'of' &&
  !classes.isPossessive(context.before()) &&
  ![...context.clauseBefore()].slice(0, 3).includes('for')

/** Whether "pasty" is pale: "pasty skin", "he looks pasty", and not a pie. */
const isPale = (context: WordContext) =>
  pale(context.after()) ||
  isDegree(context.before()) ||
  classes.BE.has(context.before()) ||
  classes.LINKING.has(context.before())

/** Whether a word is the name of a town: "trains to Reading", "a flight from Nice". */
const isTown = (context: WordContext) => context.hasOwnCapital && towards(context.before())

/** "Polish sausage" and "I speak Polish", but "Polish the silver". */
function isNationality(context: WordContext): boolean {
  if (!context.written.startsWith('P')) return false
  return !context.opensSentence || !classes.BEGINS_OBJECT.has(context.after())
}

/** Whether "proceeds" is what a sale brings in: "the net proceeds", "proceeds go to charity". */
const isRevenue = (context: WordContext) =>
  context.opensSentence ||
  opensNounPhrase(context.before()) ||
  sold(context.before()) ||
  yielded(context.after())

/** Whether "resent" is "sent again": "I have resent it", "we resent the code". */
function isSentAgain(context: WordContext): boolean {
  const before = wordBeforeAdverbs(context)
  if (classes.HAVE.has(before) || classes.BE.has(before) || before === 've') return true
  return [context.after(), context.after(2), context.after(3)].some(mail)
}

/** Whether "aged" says that somebody is old: "an aged man", "care for the aged", but "aged cheese" and "a man aged sixty". */
function isOfTheAged(context: WordContext): boolean {
  if (elder(context.after())) return opensNounPhrase(context.before()) || context.after() === 'care'
  return context.before() === 'the' && forThe(context.before(2)) && endsNounPhrase(context)
}

const isVerb = (context: WordContext) => partOfSpeech(context) === 'verb'

/** Heteronyms with rules of their own, in ARPAbet. */
export const SPECIAL_HETERONYMS: Heteronyms = {
  bass: { usual: 'b ey1 s', other: 'b ae1 s', isOther: isFish },
  analyses: {
    usual: 'ax n ae1 l ax s iy0 z',
    other: 'ae1 n ax l ay1 z ax z',
    isOther: isVerb,
  },
  axes: { usual: 'ae1 k s iy0 z', other: 'ae1 k s ax z', isOther: isTools },
  bologna: { usual: 'b ax l ow1 n iy0', other: 'b ax l ow1 n y ax', isOther: isBolognaInItaly },
  celtic: { usual: 'k eh1 l t ih0 k', other: 's eh1 l t ih0 k', isOther: isClub },
  confines: {
    usual: 'k aa1 n f ay1 n z',
    other: 'k ax n f ay1 n z',
    isOther: isVerb,
  },
  diagnoses: {
    usual: 'd ay1 ax g n ow1 s iy0 z',
    other: 'd ay1 ax g n ow1 s ax z',
    isOther: isVerb,
  },
  nestle: { usual: 'n eh1 s ax l', other: 'n eh1 s l iy0', isOther: isName },
  pasty: { usual: 'p ae1 s t iy0', other: 'p ey1 s t iy0', isOther: isPale },
  ravel: { usual: 'r ae1 v ax l', other: 'r ax v eh1 l', isOther: isName },
  rodeo: {
    usual: 'r ow1 d iy0 ow1',
    other: 'r ow0 d ey1 ow0',
    isOther: (context) => context.after() === 'drive',
  },
  sake: { usual: 's ey1 k', other: 's aa1 k iy0', isOther: isDrink },
  aged: { usual: 'ey1 jh d', other: 'ey1 jh ax d', isOther: isOfTheAged },
  beloved: { usual: 'b ih0 l ah1 v d', other: 'b ih0 l ah1 v ax d', isOther: isAttribute },
  blessed: {
    usual: 'b l eh1 s t',
    other: 'b l eh1 s ax d',
    isOther: (context) => holy(context.after()) || context.before() === 'the' || isAttribute(context),
  },
  bow: { usual: 'b ow1', other: 'b aw1', isOther: isBowDown },
  bows: { usual: 'b ow1 z', other: 'b aw1 z', isOther: isBowDown },
  chi: { usual: 'k ay1', other: 'ch iy1', isOther: (context) => chinese(context.before()) },
  close: { usual: 'k l ow1 z', other: 'k l ow1 s', isOther: isCloseBy },
  content: {
    usual: 'k aa1 n t eh0 n t',
    other: 'k ax n t eh1 n t',
    isOther: (context) =>
      classes.BE.has(wordBeforeAdverbs(context)) ||
      classes.LINKING.has(wordBeforeAdverbs(context)) ||
      isDegree(context.before()) ||
      /sel(?:f|ves)$/.test(context.after()),
  },
  de: { usual: 'd ax', other: 'd iy1', isOther: isPrefixDe },
  des: { usual: 'd eh1 s', other: 'd ax', isOther: (context) => /^(?:moines|peres)$/.test(context.after()) },
  does: { usual: 'd ah1 z', other: 'd ow1 z', isOther: isDoeHerd },
  en: { usual: 'eh1 n', other: 'aa1 n', isOther: (context) => french(context.after()) },
  dove: {
    usual: 'd ah1 v',
    other: 'd ow1 v',
    isOther: (context) =>
      isSubject(wordBeforeAdverbs(context)) ||
      quickly(context.before()) ||
      (divesInto(context.after()) && !opensNounPhrase(context.before())),
  },
  invalid: { usual: 'ih0 n v ae1 l ih0 d', other: 'ih1 n v ax l ih0 d', isOther: isSickPerson },
  lead: { usual: 'l iy1 d', other: 'l eh1 d', isOther: isLeadMetal },
  learned: {
    usual: 'l er1 n d',
    other: 'l er1 n ax d',
    isOther: (context) =>
      scholar(context.after()) && opensNounPhrase(context.before()) && !classes.HAVE.has(context.before()),
  },
  lima: { usual: 'l iy1 m ax', other: 'l ay1 m ax', isOther: (context) => /^beans?$/.test(context.after()) },
  live: { usual: 'l ih1 v', other: 'l ay1 v', isOther: isLiveAdjective },
  lives: { usual: 'l ay1 v z', other: 'l ih1 v z', isOther: isLivesVerb },
  minute: {
    usual: 'm ih1 n ax t',
    other: 'm ay0 n uw1 t',
    isOther: (context) =>
      tiny(context.after()) ||
      extremely(context.before()) ||
      (classes.BE.has(context.before()) && context.endsClause),
  },
  mobile: {
    usual: 'm ow1 b ax l',
    other: 'm ow0 b iy1 l',
    isOther: (context) => context.after() === ',' && context.after(2) === 'alabama',
  },
  moped: {
    usual: 'm ow1 p eh1 d',
    other: 'm ow1 p t',
    isOther: (context) => isSubject(context.before()) || mopes(context.after()),
  },
  nice: {
    usual: 'n ay1 s',
    other: 'n iy1 s',
    isOther: (context) => isTown(context) || (context.after() === ',' && context.after(2) === 'france'),
  },
  poke: { usual: 'p ow1 k', other: 'p ow1 k ey0', isOther: (context) => poke(context.after()) },
  polish: { usual: 'p aa1 l ih0 sh', other: 'p ow1 l ih0 sh', isOther: isNationality },
  proceeds: { usual: 'p r ax s iy1 d z', other: 'p r ow1 s iy0 d z', isOther: isRevenue },
  read: { usual: 'r iy1 d', other: 'r eh1 d', isOther: isPastRead },
  reading: { usual: 'r iy1 d ih0 ng', other: 'r eh1 d ih0 ng', isOther: isTown },
  resent: { usual: 'r ih0 z eh1 n t', other: 'r iy0 s eh1 n t', isOther: isSentAgain },
  sow: {
    usual: 's ow1',
    other: 's aw1',
    isOther: (context) => partOfSpeech(context) === 'noun' || /^thistles?$/.test(context.after()),
  },
  tear: { usual: 't ih1 r', other: 't eh1 r', isOther: isTearApart },
  tears: { usual: 't ih1 r z', other: 't eh1 r z', isOther: isTearApart },
  upset: {
    usual: 'ax p s eh1 t',
    other: 'ah1 p s eh1 t',
    isOther: isHeadOfNounPhrase,
  },
  used: { usual: 'y uw1 z d', other: 'y uw1 s t', isOther: isUsedTo },
  wind: { usual: 'w ih1 n d', other: 'w ay1 n d', isOther: isWindVerb },
  winds: { usual: 'w ih1 n d z', other: 'w ay1 n d z', isOther: isWindVerb },
  wound: {
    usual: 'w uw1 n d',
    other: 'w aw1 n d',
    isOther: (context) =>
      isSubject(context.before()) ||
      tightly(context.before()) ||
      (woundAlong(context.after()) && !classes.DETERMINERS.has(context.before())),
  },
}
