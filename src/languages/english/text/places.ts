const PLACES =
  /^(?:flight|room|rm|flat|gate|seat|suite|ste|apartment|apt|bldg|building|highway|route|area|code|pin|zip|unit|bus|exit|locker|lot|desk|table|platform|bay|model|part|classroom|class|stage|level|terminal|line|zone|bed|section|dock|pier|aisle|row|lane|grade|berth|cabin|exhibit)$/i

/** Whether a word names a place, or something else with a number to which a letter can belong ("Room 5B", "Exit 14B"). */
export function isNumberedPlace(word: string): boolean {
  return PLACES.test(word)
}
