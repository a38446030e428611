/** A size of clothes, which stands where a number could ("Gr. L", "mt. XXL"). */
export const CLOTHING_SIZE = /^(?:X{0,3}[SL]|M)(?![\p{L}\d])/u
