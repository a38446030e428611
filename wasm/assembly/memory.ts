/** The most samples in one call: a multiple of 8, the step of `encodeS16`. */
export const capacity: i32 = 8192

const inputSamples = new StaticArray<f32>(capacity)
const outputSamples = new StaticArray<f32>(capacity)

/** Address of the input samples: f32, full scale is -1 to 1. */
export const input = changetype<usize>(inputSamples)

/** Address of the result of a call: f32 samples, 16-bit samples or bytes, depending on the function. */
export const output = changetype<usize>(outputSamples)
