/** What each μ-law byte stands for, −1 to 1 (ITU-T G.711, table 2). */
export const MULAW = Float32Array.from({ length: 256 }, (_, byte) => {
  const code = ~byte
  const size = ((((code & 0x0f) << 3) + 0x84) << ((code >> 4) & 7)) - 0x84
  return (code & 0x80 ? -size : size) / 32768
})

/** What each A-law byte stands for, −1 to 1 (ITU-T G.711, table 1). */
export const ALAW = Float32Array.from({ length: 256 }, (_, byte) => {
  const code = byte ^ 0x55
  const segment = (code >> 4) & 7
  const step = ((code & 0x0f) << 4) + 8
  const size = segment === 0 ? step : (step + 0x100) << (segment - 1)
  return (code & 0x80 ? size : -size) / 32768
})
