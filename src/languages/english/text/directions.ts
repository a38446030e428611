/** The directions by their letters. */
export const DIRECTIONS: Readonly<Record<string, string>> = { N: 'north', S: 'south', E: 'east', W: 'west' }
