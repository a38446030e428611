import { describe, expect, spyOn, test } from 'bun:test'
import { join } from 'node:path'
import { MODEL_FOLDER } from '../../../src/engines/embedded/model-folder.ts'
import { PhoneEncoder } from '../../../src/engines/pronunciation/phone-encoder.ts'
import { LANGUAGES } from '../../../src/languages/registry.ts'
import { LetterToSound } from '../../../src/languages/shared/pronunciation/letter-to-sound.ts'
import type { Token } from '../../../src/languages/shared/text/token.ts'
import { named, tokensOf } from '../../languages/shared/pronunciation/tokens.ts'
import { seeded } from '../../support/random.ts'

const encoder = await PhoneEncoder.load(MODEL_FOLDER, LANGUAGES)

/** What is said for spoken words, without "^" and the last pause. */
async function said(...spoken: string[]): Promise<string> {
  const { ids } = await encoder.encode([{ written: spoken.join(' '), spoken }], 'en')
  return named(ids.subarray(1, -1))
}

async function encoded(text: string): Promise<string> {
  return named((await encoder.encode(tokensOf(text), 'en')).ids)
}

describe('a segment', () => {
  test.each([
    ['The birch canoe slid.', '^ dh ax | b er1 ch | k ax n uw1 | s l ih1 d .'],
    ['Hello, world', '^ hh ax l ow1 , w er1 l d .'],
    ['Yes! No?', '^ y eh1 s ! n ow1 ?'],
    ['Wait, ,. What?', '^ w ey1 t . w ah1 t ?'],
    ['Wait ?, what', '^ w ey1 t ? w ah1 t .'],
    ['...hi', '^ hh ay1 .'],
    ['', '^ .'],
    ['?', '^ .'],
    // Weak forms
    ['the apple, the car', '^ dh iy0 | ae1 p ax l , dh ax | k aa1 r .'],
    ['the used hour', '^ dh ax | y uw1 z d | aw1 er0 .'],
    ['the hour', '^ dh iy0 | aw1 er0 .'],
    ['the, apple', '^ dh ax , ae1 p ax l .'],
    [
      'you and a friend of mine go to it',
      '^ y uw1 | ae1 n d | ax | f r eh1 n d | ah1 v | m ay1 n | g ow1 | t ax | ih1 t .',
    ],
  ])('"%s" is %s', async (text, tokens) => {
    expect(await encoded(text)).toBe(tokens)
  })

  test('knows where each written word lies, silent ones too', async () => {
    const tokens: Token[] = [
      { written: '*', spoken: [] },
      { written: '$5', spoken: ['five', 'dollars'] },
      { written: '—', spoken: [] },
      { written: "it's", spoken: ["it's"] },
      ',',
      { written: '🙂', spoken: [] },
      { written: 'ok', spoken: ['ok'] },
    ]
    const { ids, words } = await encoder.encode(tokens, 'en')
    expect(named(ids)).toBe('^ f ay1 v | d aa1 l er0 z | ih1 t | s , ow1 k ey1 .')
    expect(words).toEqual([
      { written: '*', from: 1, to: 1, said: [] },
      {
        written: '$5',
        from: 1,
        to: 10,
        said: [
          { spoken: 'five', isDictated: false, from: 1, to: 4 },
          { spoken: 'dollars', isDictated: false, from: 5, to: 10 },
        ],
      },
      { written: '—', from: 10, to: 10, said: [] },
      { written: "it's", from: 11, to: 15, said: [{ spoken: "it's", isDictated: false, from: 11, to: 15 }] },
      { written: '🙂', from: 16, to: 16, said: [] },
      { written: 'ok', from: 16, to: 19, said: [{ spoken: 'ok', isDictated: false, from: 16, to: 19 }] },
    ])
  })

  test('has its words in order and its ids in the model, whatever it is made of', async () => {
    const spoken = [
      'five',
      'the',
      'A',
      'Z',
      "it's",
      'wug',
      'xzqv',
      'read',
      '',
      "'",
      '42',
      '漢字',
      '🙂',
      'naïve',
      'x'.repeat(70),
    ]
    const pauses = [',', ';', ':', '.', '?', '!'] as const
    const random = seeded(7)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
    const vocabulary = Object.keys(await Bun.file(join(MODEL_FOLDER, 'tokens.json')).json()).length
    for (let round = 0; round < 300; round++) {
      const tokens = Array.from({ length: Math.floor(random() * 12) }, (_, index): Token => {
        if (random() < 0.25) return pick(pauses)
        return {
          written: `w${index}`,
          spoken: Array.from({ length: Math.floor(random() * 4) }, () => pick(spoken)),
        }
      })
      const { ids, words } = await encoder.encode(tokens, 'en')
      const names = named(ids).split(' ')
      expect(names[0]).toBe('^')
      expect(names.at(-1)).toMatch(/^[.,;:?!]$/)
      expect([...ids].every((id) => id > 0 && id < vocabulary)).toBe(true)
      expect(named(ids)).not.toMatch(/\| [|.,;:?!]|[.,;:?!^] \||[.,;:?!] [.,;:?!]/)
      expect(words.map(({ written }) => written)).toEqual(
        tokens.flatMap((token) => (typeof token === 'string' ? [] : [token.written])),
      )
      let end = 1
      for (const { from, to } of words) {
        expect(from).toBeGreaterThanOrEqual(end)
        expect(to).toBeGreaterThanOrEqual(from)
        if (to > from) expect(names[from]! + names[to - 1]!).not.toMatch(/[|^.,;:?!]/)
        end = to
      }
      expect(end).toBeLessThanOrEqual(ids.length)
    }
  })
})

describe('a word', () => {
  test.each([
    // Names of letters
    ['A', 'ey1'],
    ['W', 'd ah1 b ax l y uw1'],
    ['I', 'ay1'],
    ['a', 'ax'],
    // Clitics are words of their own
    ["it's", 'ih1 t | s'],
    ["let's", 'l eh1 t | s'],
    ["emma's", 'eh1 m ax | z'],
    ["they'll", 'dh ey1 | l'],
    ["it'll", 'ih1 t | ax l'],
    ["they've", 'dh ey1 | v'],
    ["that'd", 'dh ae1 t | ih0 d'],
    ["don't", 'd ow1 n t'],
    // Possessives and plurals of words without an entry of their own
    ["keyboard's", 'k iy1 b ao1 r d | z'],
    ["shipment's", 'sh ih1 p m ax n t | s'],
    ["podcast's", 'p aa1 d k ae1 s t | s'],
    ["sandwich's", 's ae1 n d w ih0 ch | ax z'],
    ["keyboards'", 'k iy1 b ao1 r d z'],
    ['podcasts', 'p aa1 d k ae1 s t s'],
    ['hashtags', 'hh ae1 sh t ae1 g z'],
    // Verb forms
    ['podcasted', 'p aa1 d k ae1 s t ax d'],
    ['rebooted', 'r iy0 b uw1 t ax d'],
    ['vaped', 'v ey1 p t'],
    ['vaping', 'v ey1 p ih0 ng'],
    ["chattin'", 'ch ae1 t ih0 n'],
    ['didnt', 'd ih1 d ax n t'],
    // Endings, beginnings and compounds
    ['keyboardist', 'k iy1 b ao1 r d ih0 s t'],
    ['serverless', 's er1 v er0 l ax s'],
    ['unfollowers', 'ah1 n f aa1 l ow0 er0 z'],
    ['touchscreen', 't ah1 ch s k r iy1 n'],
    ['livestreaming', 'l ay1 v s t r iy1 m ih0 ng'],
    // Marks and foreign letters
    ['naïve', 'n ay1 iy1 v'],
    ['café', 'k ax f ey1'],
    ['don’t', 'd ow1 n t'],
    // Drawn out, without a vowel, without letters
    ['hmmmm', 'hh m m'],
    ['nooo', 'n ow1'],
    ['cooool', 'k uw1 l'],
    ['yesss', 'y eh1 s'],
    ['pfft', 'f t'],
    ['xzqv', 'eh1 k s | z iy1 | k y uw1 | v iy1'],
    ['42', ''],
    ['漢字', ''],
    // Letters to sound
    ['wug', 'w ah1 g'],
    ['zyntropia', 'z ay1 n t r ow1 p iy0 ax'],
  ])('"%s" is said %s', async (word, phones) => {
    expect(await said(word)).toBe(phones)
  })
})

describe('unknown words', () => {
  test('of a segment go to the letter-to-sound model in one run, and are remembered', async () => {
    const phones = spyOn(LetterToSound.prototype, 'phones')
    try {
      const first = await said('flimjabs', 'grundlequist', 'hello', 'flimjabs')
      expect(phones.mock.calls).toEqual([[['flimjabs', 'grundlequist']]])
      expect(await said('flimjabs', 'grundlequist', 'hello', 'flimjabs')).toBe(first)
      expect(phones).toHaveBeenCalledTimes(1)
    } finally {
      phones.mockRestore()
    }
  })

  test('may be very long', async () => {
    const { words } = await encoder.encode([{ written: 'flood', spoken: ['blorpedzynt'.repeat(100)] }], 'en')
    expect(words[0]!.to - words[0]!.from).toBeGreaterThan(500)
    expect((await said('bcdfg'.repeat(200))).split(' | ').length).toBe(1000)
  })
})
