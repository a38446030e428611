/** A stretch of time, in milliseconds: while something was going on, or within which something happened. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The most of some spans that lie wholly in any window of a length (milliseconds). */
export function mostWithin(spans: readonly Span[], length: number): number {
  const ends: number[] = []
  let most = 0
  for (const { from, to } of spans.toSorted((a, b) => b.from - a.from)) {
    ends.splice(placeOf(ends, to), 0, to)
    most = Math.max(most, placeOf(ends, from + length))
  }
  return most
}

/** The fewest of some spans whose middles lie in any window of a length that lies within a longer stretch. */
export function fewestWithin(spans: readonly Span[], length: number, stretch: Span): number {
  const middles = spans.map(({ from, to }) => (from + to) / 2).sort((a, b) => a - b)
  const count = (from: number) => placeOf(middles, from + length) - placeOf(middles, from)
  // There are fewest just after one has left the window, or where the stretch begins.
  const starts = middles.filter((middle) => middle >= stretch.from && middle + length <= stretch.to)
  return Math.min(...[stretch.from, ...starts].map(count))
}

/** The most of some spans that go on at one moment. */
export function mostAtOnce(spans: readonly Span[]): number {
  const changes = spans.flatMap(({ from, to }) => [
    { time: from, by: 1 },
    { time: to, by: -1 },
  ])
  let now = 0
  let most = 0
  // What ends and what begins at the same moment do not overlap.
  for (const { by } of changes.sort((a, b) => a.time - b.time || a.by - b.by)) {
    now += by
    most = Math.max(most, now)
  }
  return most
}

/** How many of some ascending numbers are at most as large as another. */
function placeOf(ascending: readonly number[], number: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ascending[middle]! <= number) low = middle + 1
    else high = middle
  }
  return low
}
