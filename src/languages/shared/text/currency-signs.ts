/** The signs of currencies but for the dollar's, for a class of a regular expression. Every language has a name for each. */
export const CURRENCY_SIGNS = '€£¥₹₩₽₿₪₱₺₫฿₦₴₡'
