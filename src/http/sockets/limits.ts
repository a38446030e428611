/** Most bytes that wait on one connection: of its messages, to be read or spoken, and of what the client has not read yet. */
export const BACKLOG_LIMIT = 1_048_576
/** What a frame or an event that waits counts for besides its text (bytes). */
export const FRAME_WEIGHT = 200
