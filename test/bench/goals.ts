/** Prints which goals are met. */
export function printGoals(goals: readonly (readonly [what: string, isMet: boolean])[]): void {
  console.log('')
  for (const [what, isMet] of goals) console.log(`${isMet ? 'met    ' : 'NOT MET'} ${what}`)
}
