import { catalogue } from '../catalogue.ts'
import type { Cloner } from './cloner.ts'

/** PLACEHOLDER: every clip gives the first shared voice's speaker. To be replaced by the analysis of the clip. */
export const placeholderCloner: Cloner = {
  async clone() {
    const { speaker } = catalogue()[0]!
    return { profile: { f0: Math.exp(speaker.logF0) }, speaker }
  },
}
