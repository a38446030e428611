/** Letters beside those of ASCII that Dutch words are written with, stress marks and loan words included. */
export const MARKED_LETTERS = 'ÀÁÂÄÇÈÉÊËÌÍÎÏÑÒÓÔÖÙÚÛÜàáâäçèéêëìíîïñòóôöùúûü'

/** Capitals, for a class of a regular expression. */
export const UPPER = 'A-ZÀ-ÖØ-Ý'
