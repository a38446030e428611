import { LONG_TEXT } from '../bench/texts.ts'

/** Ordinary text of several kinds. */
export const ORDINARY_TEXTS = {
  prose: LONG_TEXT,
  story:
    'The old man walked down to the river every morning, long before the village was awake. He carried a small bag ' +
    'with bread and cheese, and a book that he never opened. When the sun came over the hills he sat on the same flat ' +
    'stone, took off his shoes, and put his feet into the cold water. Nobody knew what he was waiting for.',
  conversation:
    'Good morning! How can I help you today? I see. Let me check that for you. Yes, it was sent on Monday. You should ' +
    'have it by Thursday, or Friday at the latest. Is that all right? Great. Thank you for calling, and have a nice day.',
  news:
    'The city council agreed on Tuesday to build a new bridge across the harbour. Work will begin in the spring of ' +
    'next year and is expected to take about three years. Critics say that the money would be better spent on schools ' +
    'and hospitals, but the mayor called the decision an important step for the whole region.',
  numbers:
    'Your order number is 48152, and the total comes to $142.50. It was sent on March 3rd at 5:30 pm and weighs 12 kg. ' +
    'If you have questions, call us at 555-0199 between 9 and 5. About 85% of all parcels arrive within 2 days.',
  digits: 'The code is 4 7 1 9, then 3 8 2 6. I repeat: 4 7 1 9, 3 8 2 6. Your account ends in 0 5 5 1.',
} as const
