import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MODEL_FOLDER } from '../../../../src/engines/embedded/model-folder.ts'
import { cmudict, modelPhones } from '../../../../src/languages/english/pronunciation/cmudict.ts'
import { Lexicon } from '../../../../src/languages/english/pronunciation/lexicon/lexicon.ts'
import { packLexicon } from '../../../../src/languages/english/pronunciation/lexicon/pack.ts'
import { PhoneInventory } from '../../../../src/languages/shared/pronunciation/phone-inventory.ts'
import { named } from '../../shared/pronunciation/tokens.ts'

const FILE = join(MODEL_FOLDER, 'lexicon.bin')
const words = cmudict(PhoneInventory.load(join(MODEL_FOLDER, 'tokens.json')))

describe('the packed lexicon', () => {
  const lexicon = Lexicon.load(FILE)

  test('gives every word of the dictionary its phones', () => {
    expect(words.size).toBeGreaterThan(126_000)
    expect(lexicon.size).toBe(words.size)
    const wrong = [...words].filter(
      ([word, phones]) => !Buffer.from(phones).equals(lexicon.lookup(word) ?? Buffer.of()),
    )
    expect(wrong).toEqual([])
  })

  test('is the file that the build script makes', () => {
    expect(Buffer.from(packLexicon(words)).equals(readFileSync(FILE))).toBe(true)
  })

  test('knows no other word', () => {
    const known = new Set(words.keys())
    const others = [...known].flatMap((word) => [`${word}q`, word.slice(0, -1), `q${word}`, `${word}é`])
    expect(others.filter((word) => !known.has(word) && lexicon.has(word))).toEqual([])
    for (const word of ['', ' ', '!', '~', 'é', '漢字', '\u0000', 'a'.repeat(10_000)]) {
      expect(lexicon.lookup(word)).toBeUndefined()
    }
  })

  test('takes less than 3 MB', () => {
    expect(readFileSync(FILE).length).toBeLessThan(3_000_000)
  })

  test('refuses a file that is not a lexicon', () => {
    expect(() => new Lexicon(Buffer.from('RIFF....WAVE'))).toThrow('build:lexicon')
  })
})

describe('packing', () => {
  test.each([0, 1, 2, 15, 16, 17, 32, 33, 1000])('%d words come back', (count) => {
    const some = new Map([...words].slice(5000, 5000 + count))
    const lexicon = new Lexicon(packLexicon(some))
    expect(lexicon.size).toBe(count)
    for (const [word, phones] of some) expect(named(lexicon.lookup(word)!)).toBe(named(phones))
    expect(lexicon.lookup('zyzzyva')).toBeUndefined()
    expect(lexicon.lookup("'")).toBeUndefined()
  })

  test('refuses letters beyond ASCII, whose order it could not keep', () => {
    expect(() => packLexicon(new Map([['café', Uint8Array.of(22)]]))).toThrow('café')
  })
})

test.each([
  ['HH AH0 L OW1', 'hh ax l ow1'],
  ['AA1 L B AO0 R G # place, danish', 'aa1 l b ao0 r g'],
  ['K IY1 B AO2 R D', 'k iy1 b ao1 r d'],
  ['IH2 N K L UW1 D', 'ih0 n k l uw1 d'],
  ['IH2 N K ER0 EH1 K T', 'ih1 n k er0 eh1 k t'],
  ['IH2 L EH2 K T R AA1 N IH0 K', 'ih0 l eh1 k t r aa1 n ih0 k'],
  ['EH2 K S K L UW2 S IH1 V IH0 T IY0', 'eh1 k s k l uw1 s ih1 v ih0 t iy0'],
  ['P AA2 L IY2 EH1 S T ER0', 'p aa1 l iy0 eh1 s t er0'],
  ['AE1 K CH UW2 AH0 L IY0', 'ae1 k ch uw0 ax l iy0'],
  ['IH1 N T ER0 V Y UW2 ER0', 'ih1 n t er0 v y uw1 er0'],
  ['K AH1 M P AH0 N IY2', 'k ah1 m p ax n iy0'],
  ['K AH1 M P AH0 N IY2 Z', 'k ah1 m p ax n iy0 z'],
  ['S IH1 R IY2 AH0 L', 's ih1 r iy0 ax l'],
  ['R IY2 L OW1 D', 'r iy1 l ow1 d'],
])('"%s" of the dictionary is "%s" for the voice model', (entry, phones) => {
  expect(modelPhones(entry)).toBe(phones)
})
