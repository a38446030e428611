export { encodeAlaw, encodeMulaw } from './g711'
export { capacity, input, output } from './memory'
export { encodeS16 } from './pcm'
export { down, filterTo, makeFilter, reach, resample, up } from './resampler'
