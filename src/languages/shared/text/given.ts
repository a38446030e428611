import { charactersSaid } from './characters.ts'
import type { TextLocale } from './reading.ts'
import type { Pause } from './token.ts'
import { type CalendarDate, writtenDate } from './written-date.ts'

/** How a stretch of text is said, where a tag or a dictionary tells. */
export type Said =
  /** As another text. */
  | { readonly as: 'text'; readonly text: string }
  /** As phones in IPA. */
  | { readonly as: 'phones'; readonly ipa: string }
  /** Character by character; a `number` is one that is dialled. */
  | { readonly as: 'code' | 'number' }
  | { readonly as: 'cardinal' | 'ordinal' }
  | { readonly as: 'date'; readonly date: CalendarDate }

/** A stretch of a text, in UTF-16 code units from its start, that is said in a way of its own. */
export interface Given {
  readonly from: number
  readonly to: number
  /** Undefined where a tag stood that does nothing: it divides what stands before it from what stands after it. */
  readonly said: Said | undefined
}

/** A word that is said, with its phones where they are given, and whether it is a dictated character; or a pause. */
export type SaidWord = { readonly word: string; readonly ipa?: string; readonly isDictated?: boolean } | Pause

/** What is given by tags and what a dictionary has found, in their order; a tag counts more. */
export function merged(tags: readonly Given[], found: readonly Given[]): readonly Given[] {
  if (found.length === 0) return tags
  const all: Given[] = []
  let next = 0
  for (const match of found) {
    while (next < tags.length && tags[next]!.to <= match.from) all.push(tags[next++]!)
    let isTagged = false
    let end = next
    for (; end < tags.length && tags[end]!.from < match.to; end++) isTagged ||= tags[end]!.said !== undefined
    if (isTagged) continue
    all.push(match)
    next = end // what divides the match is no part of it
  }
  return [...all, ...tags.slice(next)]
}

/** A whole number, which may have marks between groups of its digits ("1,250", "1 250"), and what ends it ("21st"). */
const WHOLE_NUMBER = /^(\d+|\d{1,3}(?:[.,' \u00a0\u202f]\d{3})+)(\D*)$/

/**
 * What is said for a stretch, for each of its written words.
 *
 * @param read reads a text as it would be read by itself
 */
export function saidWordsOf(
  said: Said,
  written: readonly string[],
  locale: TextLocale,
  read: (text: string) => SaidWord[],
): SaidWord[][] {
  const text = written.join(' ')
  const { forms } = locale.language
  switch (said.as) {
    case 'phones':
      return phonesOf(said.ipa, written, locale)
    case 'text':
      return shared(read(said.text), written.length)
    case 'date':
      return shared(read(writtenDate(said.date, locale.tag)), written.length)
    case 'code':
    case 'number': {
      const kind = said.as
      return groupsOf(
        written.map((word) => wordsOf(charactersSaid(word, kind, locale.language)).map(dictated)),
      )
    }
    case 'cardinal':
    case 'ordinal': {
      const [, number = '', ending] = WHOLE_NUMBER.exec(text) ?? []
      const isKnown = number !== '' && (said.as === 'ordinal' || ending === '')
      return shared(isKnown ? wordsOf(numberWords(number, forms[said.as])) : read(text), written.length)
    }
  }

  function numberWords(number: string, words: typeof forms.cardinal): string {
    const digits = number.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
    return words(digits, locale.tag)
  }
}

/** Each word has its own phones when there are as many of them; otherwise the first one has all. */
function phonesOf(ipa: string, written: readonly string[], locale: TextLocale): SaidWord[][] {
  const parts = ipa.trim().split(/\s+/)
  if (parts.length === written.length)
    return written.map((word, at) => [{ word: spokenFor(word, locale), ipa: parts[at]! }])
  return written.map((_, at) => (at === 0 ? [{ word: spokenFor(written.join(''), locale), ipa }] : []))
}

/** What stands for a word whose phones are given: its letters. */
function spokenFor(word: string, { language }: TextLocale): string {
  const letters = language
    .clean(word)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return letters === '' ? 'x' : letters
}

function wordsOf(words: string): SaidWord[] {
  return words
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => (/^[,;:.?!]$/.test(word) ? (word as Pause) : { word }))
}

function dictated(said: SaidWord): SaidWord {
  return typeof said === 'string' ? said : { ...said, isDictated: true }
}

/** A pause before every group but the first. */
function groupsOf(groups: readonly SaidWord[][]): SaidWord[][] {
  const first = groups.findIndex((group) => group.length > 0)
  return groups.map((group, at) => (at > first && group.length > 0 ? [',', ...group] : group))
}

/** Divides what is said among this many written words, as evenly as possible. */
function shared(words: readonly SaidWord[], count: number): SaidWord[][] {
  const shares: SaidWord[][] = Array.from({ length: count }, () => [])
  words.forEach((word, at) => {
    shares[Math.floor((at * count) / words.length)]!.push(word)
  })
  return shares
}
