import { expect, test } from 'bun:test'
import { SpokenPlace } from '../../src/speech/spoken-place.ts'

test('a word that begins more than 200 characters further on is not counted as heard: it is another of the same letters', () => {
  const heardOf = (distance: number) => {
    const place = new SpokenPlace()
    place.append(`${'-'.repeat(distance)}word and more`)
    place.add([{ word: 'word', start: 0, end: 0.5, said: [] }])
    place.hear(0.1)
    return place.heard
  }
  expect([200, 201].map(heardOf)).toEqual([204, 1])
})

test('speech whose words are not reported yet is of the first word, wherever that is', () => {
  const heardOf = (text: string) => {
    const place = new SpokenPlace()
    place.append(text)
    place.hear(0.1)
    return place.heard
  }
  expect(['One two', ' \n One two'].map(heardOf)).toEqual(['O', ' \n O'].map(({ length }) => length))
})
