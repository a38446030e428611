import { expect, test } from 'bun:test'
import { table } from '../../src/cli/print.ts'

test('columns of a table stand below each other at the terminal, also after wide and combined characters', () => {
  const names = ['Acme', '猫のカフェ', 'Cafe\u0301', '🐈 & Söhne']
  const lines = table(
    names.map((name) => ({ name, credits: 5 })),
    '',
  ).split('\n')
  expect(lines[0]).toBe('name        credits')
  for (const line of lines.slice(1)) expect(Bun.stringWidth(line.slice(0, line.lastIndexOf('5')))).toBe(12)
})
