/** One utterance. */
export const SENTENCE = 'Hello there. It is 5:30, and the total comes to $42.50.'

/** A turn as a language model writes it. */
export const PIECES = ['Good mor', 'ning, Dr. ', 'Smith can ', 'see you at 5', ':30. Bring ', 'your card.']

/** Close to the longest that one turn may be: about 40 s of speech, which take a moment to make. */
export const LONG =
  'The train to the coast leaves from the second platform, and it stops in every town. '.repeat(9)

/** A text that is read otherwise in each language and region. */
export const DATE = 'See you on 3/5/2026.'

/** A text with tags, and what is left of it without them. */
export const SSML = '<speak>Your table is booked.</speak>'
export const WITHOUT_TAGS = 'Your table is booked.'

/** What a voice says that is cloned: about 9 s of speech. */
export const CLIP =
  'The train to the coast leaves from the second platform, and it stops in every town. '.repeat(2)

/** Longer than one turn may be. */
export const TOO_LONG = LONG.repeat(4)

/** More than a request may hold. */
export const TOO_LARGE = 'a'.repeat(70_000)

export const UNKNOWN_VOICE = '00000000-0000-4000-8000-000000000000'
