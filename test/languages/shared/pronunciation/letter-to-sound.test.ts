import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { MODEL_FOLDER } from '../../../../src/engines/embedded/model-folder.ts'
import { loadLetterNetwork } from '../../../../src/engines/pronunciation/letter-network.ts'
import { cmudict } from '../../../../src/languages/english/pronunciation/cmudict.ts'
import { LetterToSound } from '../../../../src/languages/shared/pronunciation/letter-to-sound.ts'
import { PhoneInventory } from '../../../../src/languages/shared/pronunciation/phone-inventory.ts'
import { named } from './tokens.ts'

const network = await loadLetterNetwork(MODEL_FOLDER, 'letter-to-sound')
const letterToSound = new LetterToSound(network, "abcdefghijklmnopqrstuvwxyz'")

describe('the letter-to-sound model', () => {
  test.each([
    ['wug', 'w ah1 g'],
    ['blorped', 'b l ao1 r p t'],
    ['zyntropia', 'z ay1 n t r ow1 p iy0 ax'],
  ])('says "%s" as %s', async (word, phones) => {
    expect(named((await letterToSound.phones([word]))[0]!)).toBe(phones)
  })

  test('gives a word the same phones alone and among others', async () => {
    const words = [
      'wug',
      'zyntropia',
      'a',
      'blorped',
      ...Array.from({ length: 40 }, (_, i) => `blick${'o'.repeat(i)}`),
    ]
    const together = await letterToSound.phones(words)
    for (const [index, word] of words.entries()) {
      expect(named(together[index]!)).toBe(named((await letterToSound.phones([word]))[0]!))
    }
  })

  test('is right on most words of the dictionary, which taught it', async () => {
    const words = [...cmudict(PhoneInventory.load(join(MODEL_FOLDER, 'tokens.json')))]
    const sample = words.filter(([word], index) => index % 100 === 0 && /^[a-z']{2,16}$/.test(word))
    const phones = await letterToSound.phones(sample.map(([word]) => word))
    const right = sample.filter(([, known], index) => named(known) === named(phones[index]!)).length
    expect(right / sample.length).toBeGreaterThan(0.58)
  })

  test('says nothing for no letters and takes no words', async () => {
    expect(await letterToSound.phones([])).toEqual([])
    expect(await letterToSound.phones([''])).toEqual([new Uint8Array()])
  })

  test('takes a flood of letters piece by piece, in time linear in their number', async () => {
    const flood = (letters: number) => 'blorpedzynt'.repeat(Math.ceil(letters / 11)).slice(0, letters)
    // Processor time of this thread, on which the model runs: a busy machine makes it wait, not work.
    const cost = async (letters: number) => {
      const start = process.threadCpuUsage()
      const [phones] = await letterToSound.phones([flood(letters)])
      expect(phones!.length).toBeGreaterThan(letters / 2)
      const { user, system } = process.threadCpuUsage(start)
      return user + system
    }
    await cost(1000)
    const short = Math.min(...[await cost(1000), await cost(1000), await cost(1000)])
    expect(await cost(8000)).toBeLessThan(short * 8 * 4) // a quadratic cost would be 64 times as much
  })
})
