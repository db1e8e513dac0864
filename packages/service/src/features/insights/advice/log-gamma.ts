/** The logarithm of the gamma function, by Stirling's series. Expects a positive number. */
export function logGamma(value: number): number {
  let x = value;
  let product = 1;
  for (; x < 8; x += 1) product *= x;
  const inverse = 1 / x;
  const square = inverse ** 2;
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1_260 - square / 1_680)));
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series - Math.log(product);
}
