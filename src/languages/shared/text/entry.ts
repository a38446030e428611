/** What a table has for a word of the text. Undefined also for names that every object has ("constructor"). */
export function entry<Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined
}
