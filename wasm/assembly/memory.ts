/** Samples that one call takes at most; a multiple of 8, the widest step of any kernel. */
export const capacity: i32 = 8192

const inputSamples = new StaticArray<f32>(capacity)
const outputSamples = new StaticArray<f32>(capacity)

/** Address of the samples that a caller hands over: f32, full scale is -1 to 1. */
export const input = changetype<usize>(inputSamples)

/** Address of a call's result: f32 samples or bytes, by the function. */
export const output = changetype<usize>(outputSamples)
