import { expect, test } from 'bun:test'
import { PrefixTree } from '../../../../src/languages/shared/text/prefix-tree.ts'
import { seeded } from '../../../support/random.ts'

test('every text leads to its own value, read in any pieces, and no other text leads to one', () => {
  const random = seeded(11)
  const word = () =>
    Array.from({ length: 1 + Math.floor(random() * 6) }, () => 'abß😀'.charAt(random() * 5)).join('')
  const tree = new PrefixTree<{ text: string }>()
  const added = new Map<string, object>()
  for (let round = 0; round < 400; round++) {
    const text = word()
    const value = tree.valueOf(text, () => ({ text }))
    expect(value).toBe((added.get(text) as typeof value) ?? value)
    added.set(text, value)
  }
  for (let round = 0; round < 2000; round++) {
    const text = word()
    const cut = Math.floor(random() * (text.length + 1))
    const place = tree.follow(tree.start, text.slice(0, cut))
    const end = place && tree.follow(place, text.slice(cut))
    expect(end && tree.valueAt(end)).toBe(added.get(text) as { text: string } | undefined)
    expect(end !== undefined).toBe([...added.keys()].some((each) => each.startsWith(text)))
  }
})
