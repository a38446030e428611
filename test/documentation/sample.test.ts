import { expect, test } from 'bun:test'
import { differenceInEvents, differenceInJson, differenceInLines } from './sample.ts'

const ID = '509e2228-f4c7-4a67-ad73-19cc599b031f'
const OTHER_ID = 'e284bde4-0a2c-42da-afd4-13241655e535'
const DONE = 'data: {"type":"done"}'
const chunk = (data: string) => `data: {"type":"chunk","data":"${data}","step_time":8.1}`

test.each([
  [differenceInJson, `{"id":"${ID}","name":"Ann"}`, `{"name":"Ann","id":"${OTHER_ID}"}`],
  [differenceInJson, '{"data":"AAAA…","at":[0.5]}', '{"data":"EgAX","at":[1]}'],
  [differenceInJson, '{"url":"https://example.com/…"}', '{"url":"https://example.com/pay"}'],
  [differenceInLines, 'key sk_purr_…   (once)', 'key sk_purr_TlagLAXd_x   (once)'],
  [differenceInLines, 'one\n…\nlast', 'one\ntwo\nthree\nlast'],
  [differenceInLines, '{"type":"chunk","data":"AAAA…\n…', '{"type":"chunk","data":"EgAX…\nmore'],
  [differenceInEvents, `${chunk('AA…')}\n\n…\n\n${DONE}`, [chunk('BB'), chunk('CC'), DONE, ''].join('\n\n')],
])('%p takes what varies for another of its kind: %j', (difference, sample, answer) => {
  expect(difference(sample, answer)).toBeUndefined()
})

test.each<[difference: typeof differenceInJson, sample: string, answer: string, told: string]>([
  [differenceInJson, '{"a":1}', '{"a":1,"b":2}', 'has no .b, which the answer has: 2'],
  [differenceInJson, '{"a":1,"b":2}', '{"a":1}', 'has .b, which the answer does not have'],
  [differenceInJson, '{"a":[{"b":1}]}', '{"a":[{"b":"1"}]}', 'has 1 at .a[0].b where the answer has "1"'],
  [differenceInJson, '{"a":400}', '{"a":402}', 'has 400 at .a where the answer has 402'],
  [differenceInJson, '{"error":"x"}', '{"error":"y"}', 'has "x" at .error where the answer has "y"'],
  [differenceInJson, '{"data":"AA"}', '{"data":null}', 'has audio at .data where the answer has null'],
  [differenceInJson, `{"id":"${ID}"}`, '{"id":"1"}', `has "${ID}" at .id where the answer has "1"`],
  [differenceInJson, '{"a":[1]}', '{"a":[1,2]}', 'has [1] at .a where the answer has [1,2]'],
  [differenceInJson, '{}', 'Not found', 'has {} at its top where the answer has "Not found"'],
  [differenceInLines, 'one\ntwo', 'one\n2', 'has "two" where the answer has "2"'],
  [differenceInLines, 'one', 'one\ntwo', 'has no "two"'],
  [differenceInLines, 'one\n…\nlast', 'one\ntwo', 'has "last" after …, which never comes'],
  [differenceInEvents, `${chunk('AA')}\n\n${DONE}`, chunk('AA'), `has "${DONE}", which never comes`],
  [
    differenceInEvents,
    chunk('AA'),
    chunk('AA').replace('step_time', 'time'),
    'has .step_time, which the answer does not have',
  ],
])('%p tells what differs: %j, %j', (difference, sample, answer, told) => {
  expect(difference(sample, answer)).toBe(told)
})
