import { setDefaultTimeout } from 'bun:test'

/** Creating the first embedded database takes seconds, on a busy machine many (milliseconds). */
setDefaultTimeout(120_000)
