import { wordList } from '../../../shared/text/word-list.ts'

/** Classes of English words, in lower case. As neighbours they decide how a heteronym is read. */

export const DETERMINERS = wordList(
  `a an the this these those my your his its our their whose some any no every each another either neither
  many several few most such`,
)

/** Determiners of plural nouns, which can also be a subject without one ("many use the app"). */
export const PLURAL_DETERMINERS = wordList('some many several few most these those')

/** Determiners that can also open a relative clause ("that record", "machines that record the sound"). */
export const RELATIVES = wordList('that which what')

export const NUMBERS = wordList(
  `one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand million
  dozen first second third fourth fifth half`,
)

export const PREPOSITIONS = wordList(
  `of in on at by for with from about into onto under over per between during against through via without within upon
  off across behind beyond among as than like`,
)

/** Adjectives that are common before nouns. `looksAdjectival` recognises others by their endings. */
const ADJECTIVES = wordList(
  `new old more fewer good bad big small little great best better worst last next same own other main final full whole high low
  long short recent current former future past early late major minor public private free open world strong weak huge
  large live direct right wrong real true false hard easy daily weekly monthly yearly broken heavy light fresh warm
  cold hot cool dry wet clean dirty fast slow rich poor nice fine young clear bright dark deep wide thick thin sharp
  soft rough smooth quick quiet loud safe sad happy perfect separate present close brief simple entire sudden steady steep
  sweet tiny proud strange serious similar popular modern foreign northern southern eastern western written signed`,
)

/** Verbs that are followed by an adjective, as "be" is. */
export const LINKING = wordList(
  `sound sounds sounded look looks looked seem seems seemed feel feels felt become becomes became remain remains
  remained appear appears appeared`,
)

export const BE =
  wordList(`be am is are was were been being i'm you're we're they're he's she's it's that's isn't aren't
  wasn't weren't`)

/**
 * Words before the bare form of a verb: auxiliaries, "to" and requests. Forms with "n't", "'ll" and "'d" are recognised
 * by their endings.
 */
export const BEFORE_VERB = wordList(
  `to will would shall should can cannot could may might must do does did please let's gonna wanna gotta help helps
  helped`,
)

export const HAVE = wordList(`have has had having i've you've we've they've haven't hasn't hadn't`)

/** Subjects of a bare verb ("I record"). */
export const PLURAL_SUBJECTS = wordList('i you we they who people men women children')

/** Subjects of a verb in -s ("it records"). */
export const SINGULAR_SUBJECTS = wordList(
  'he she it who everyone everybody someone somebody anyone anybody nobody nothing everything',
)

/** Words that begin an object and so follow a verb ("record the"). */
export const BEGINS_OBJECT = wordList(
  'a an the this these those my your his her its our their me him us them it you myself yourself everything someone',
)

/** Objects before a bare verb, after "let", "make" and the like. */
export const OBJECTS = wordList('me him us them her it you')
export const CAUSATIVES = wordList(
  'let lets make makes made help helps helped watch see saw hear heard have had',
)

export const ADVERBS = wordList(
  `also always never often just still not only ever already then now soon sometimes seldom rarely again almost even
  rather later further therefore instead maybe perhaps`,
)

/** Words that cannot be inside a noun phrase. The phrase ends before them. */
export const ENDS_NOUN_PHRASE = wordList(
  `and or but nor so because if when while before after until since that who which to in on at by for with from about
  of into is are was were be will would can could should may might must has have had do does did than as there here
  now then today tomorrow yesterday ago again too`,
)

/** Nouns that stand before other nouns ("data use", "parking permit"). */
export const ATTRIBUTIVE_NOUNS = wordList(
  `time data alcohol drug water energy power land phone internet gas tobacco parking building work travel vehicle product
  food rate price salary tax rent vanilla almond lemon job account wire bank money map calendar password factory meeting sales`,
)

/** Nouns after which an -s form is no verb: whoever is given something ("send us resumes"). */
export const RECIPIENTS = wordList('me us him them you')

/** Compounds that begin with a noun that is a verb elsewhere. */
export const COMPOUNDS: ReadonlySet<string> = new Set([
  'discharge instructions',
  'discharge papers',
  'discharge summary',
  'extract powder',
  'import duties',
  'import duty',
  'import fee',
  'import fees',
  'import tax',
  'import taxes',
  'permit application',
  'permit fee',
  'permit number',
  'permit numbers',
  'permit office',
  'present at',
  'present in',
  'produce aisle',
  'produce section',
  'recall notice',
  'recall notices',
  'refuse bin',
  'refuse bins',
  'refuse collection',
  'refuse pickup',
  'resume builder',
  'resume template',
  'resume tips',
  'resume writing',
  'transfer fee',
  'transfer fees',
  'transfer request',
  'use case',
  'use cases',
])

/** Words that are no verbs before the next one, whatever is before them. */
export const PHRASES: ReadonlySet<string> = new Set([
  'appropriate for',
  'appropriate to',
  'graduate degree',
  'graduate program',
  'graduate school',
  'graduate student',
  'graduate students',
  'graduate work',
  'subject to',
  'subordinate to',
])

/** Verbs with a preposition that does not follow their nouns. */
export const VERB_PHRASES: ReadonlySet<string> = new Set([
  'alternate between',
  'alternate with',
  'convert into',
  'correlate with',
  'elaborate on',
  'refuse to',
  'transform into',
])

/** Words after which "to" is a preposition. */
export const BEFORE_PREPOSITION_TO = wordList(
  `due prior thanks owing according addition response relation regard reference subject subjected exposed exposure access
  close similar equal equivalent comparable related relative contrary opposed resistant vulnerable prone introduced
  promoted refer refers referred relates contribute contributes leads led put commitment low mild light weak minor small`,
)

/** Auxiliaries before a subject ("does the app use"). */
export const AUXILIARIES = wordList(
  `do does did don't doesn't didn't will won't would can can't could should may might must`,
)

/** Verbs before an object and a bare verb ("help your team produce"). */
export const HELPING = wordList('let lets help helps helped make makes made')

export const COORDINATORS = wordList('and or nor')

/** Forms of "be" after a subject. */
export const FINITE_BE = wordList('is are was were')

/** Whether a word is an adjective by its ending ("annual", "massive", "careful"). */
export function looksAdjectival(word: string): boolean {
  return ADJECTIVES.has(word) || /[a-z]{2}(?:al|ive|ous|ful|ic|able|ible|less|ary|est)$/.test(word)
}

/** Whether a word is a possessive ("the company's"). Contractions like "it's" are not. */
export function isPossessive(word: string): boolean {
  if (/^(?:it|that|what|where|who|how|here|there|he|she|let|when)'s$/.test(word)) return false
  return word === 'her' || /'s$|s'$/.test(word)
}

/** Whether a word is probably a plural noun, by its ending. */
export function looksPlural(word: string): boolean {
  return (
    /[a-rt-z]s$/.test(word) && !/(?:us|is|'s)$/.test(word) && !NOT_PLURAL.has(word) && !DETERMINERS.has(word)
  )
}

const NOT_PLURAL = wordList(
  `as has was does sounds looks seems feels becomes remains makes takes gets gives keeps says means needs wants sends shows
  includes contains provides produces offers receives requires features defines represents always perhaps yes sports
  savings news series thanks afterwards rights futures works dollars lens`,
)
