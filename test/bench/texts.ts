import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const SHORT_TEXT = 'Thank you for calling; how can I help you today?'

/** Ordinary prose. */
export const PROSE = [
  'Thank you for waiting. I have found your booking, and everything is ready for your visit next week.',
  'The room is on the second floor, it looks out over the garden, and breakfast is served from seven until ten.',
  'If you arrive by train, walk past the old church and turn left at the market; the house is the white one near the river.',
  'We can also send a driver to the station, but please let us know at least one day before you come.',
  'Parking is free for our guests. The gate closes at eleven, so take the small key with you when you go out in the evening.',
  'There are two good places to eat in the village, and the nearer one also has a menu for children.',
  'On Saturday there will be music in the square, and most of the shops will stay open until late.',
  'Is there anything else that I can do for you, or would you like me to send all of this to you by mail?',
  'I wish you a very pleasant journey.',
] as const

/** The same as one text, near the length limit of a turn. */
export const LONG_TEXT = PROSE.join(' ')

/** Sentences that people and their agents say on the telephone. */
export function conversation(): string[] {
  const lines = readFileSync(join(import.meta.dir, 'conversation.txt'), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => line.split('|')[0]!)
}
