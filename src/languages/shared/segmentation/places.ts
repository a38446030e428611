/** Where the text from the position `at` on begins in the transcript, at `source`, until the next place. */
export interface Place {
  readonly at: number
  readonly source: number
  /** What a reference takes of the transcript that stands for all the text up to the next place. */
  readonly reference?: number
}

/** Where the code unit at a position of a text begins in the transcript. */
export function startOf(places: readonly Place[], position: number): number {
  const { at, source, reference } = placeOf(places, position)
  return reference === undefined ? source + position - at : source
}

/** Where it ends in the transcript. */
export function endOf(places: readonly Place[], position: number): number {
  const { at, source, reference } = placeOf(places, position)
  return source + (reference ?? position - at + 1)
}

/** The places of the text that is left when so much of it is taken away from its start. */
export function placesFrom(places: readonly Place[], length: number): Place[] {
  const first = { ...placeOf(places, length), at: 0, source: startOf(places, length) }
  const rest = places.filter(({ at }) => at > length)
  return [first, ...rest.map((place) => ({ ...place, at: place.at - length }))]
}

function placeOf(places: readonly Place[], position: number): Place {
  return places.findLast(({ at }) => at <= position)!
}
