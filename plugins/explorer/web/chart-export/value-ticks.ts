/** Round values along an axis, about five; on a logarithmic one the powers of ten. */
export function valueTicks(low: number, high: number, isLog: boolean): readonly number[] {
  if (isLog) {
    const [first, last] = [Math.round(Math.log10(low)), Math.round(Math.log10(high))]
    return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index))
  }
  const rough = (high - low) / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? 10 * power
  const first = Math.ceil(low / step - 1e-9)
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  )
}
