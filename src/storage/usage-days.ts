/** Days for which usage is kept by the minute, hour and day. */
export const USAGE_DAYS = { minute: 3, hour: 100, day: 1100 } as const
