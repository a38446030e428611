/** The modified Bessel function of the first kind and order zero, by its power series. */
function besselI0(x: f64): f64 {
  const quarter = (x * x) / 4
  let sum: f64 = 1
  let term: f64 = 1
  for (let k: f64 = 1; term > sum * f64.EPSILON; k++) {
    term *= quarter / (k * k)
    sum += term
  }
  return sum
}

/** The Kaiser window of shape `beta` at x, from -1 to 1. It is 1 in the middle. */
export function kaiser(x: f64, beta: f64): f64 {
  return besselI0(beta * Math.sqrt(max(1 - x * x, 0))) / besselI0(beta)
}

/** The shape for a stop band of `attenuation` dB, above 50 (Kaiser, 1974, as in Oppenheim and Schafer, 7.5.3). */
export function kaiserBeta(attenuation: f64): f64 {
  return 0.1102 * (attenuation - 8.7)
}
