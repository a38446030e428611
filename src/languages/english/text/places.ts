import { textBefore } from '../../shared/text/reading.ts'

const PLACES =
  /^(?:flight|room|rm|flat|gate|seat|suite|ste|apartment|apt|bldg|building|highway|route|area|code|pin|zip|unit|bus|exit|locker|lot|desk|table|platform|track|bay|model|part|classroom|class|stage|level|terminal|line|zone|bed|section|dock|pier|aisle|row|lane|grade|berth|cabin|exhibit|shelf|booth|bin|cubicle|pod|slip|hangar|ward|block|phase|tier|option|group|schedule|appendix|step|question|problem)$/i

/** A place that has a number with a letter, and is not measured itself: "your gate is 12L". */
const PLACE_BEFORE =
  /\b(?:flight|room|flat|gate|seat|suite|apartment|exit|locker|platform|terminal|runway|berth|apt|unit) (?:is )?$|# ?$/i
const MAX_PLACE_LENGTH = 14

/** Whether what names a place ends before a number: "gate 12L", "your gate is 12L", "# 8J". */
export function isPlaceBefore(text: string, at: number): boolean {
  return PLACE_BEFORE.test(textBefore(text, at, MAX_PLACE_LENGTH))
}

/** Whether a word names a place, or something else with a number to which a letter can belong ("Room 5B", "Exit 14B"). */
export function isNumberedPlace(word: string): boolean {
  return PLACES.test(word)
}
