/** From this many digits on they are said in groups: what is shorter is said in one breath. */
export const FEWEST_IN_GROUPS = 6

const GROUP = 3

/** Whether a pause comes after a digit, by its place among so many: after every third, but never before the last. */
export function endsGroup(index: number, count: number): boolean {
  return index % GROUP === GROUP - 1 && index < count - 2
}
