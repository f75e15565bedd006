/** A cost by the number of events: what every statement costs, and a power of the events. */
export interface CostLaw {
  readonly floor: number
  /** The cost of one million events above the floor. */
  readonly factor: number
  readonly power: number
}

/** A cost measured with so many million events. */
export interface Point {
  readonly millions: number
  readonly cost: number
}

/**
 * The law through two points, or the nearest one (least squares of logarithms) to more. No point is taken to be less
 * than a tenth above the floor, so that noise of the cheapest questions makes no steep curve.
 */
export function lawOf(points: readonly Point[], floor: number): CostLaw {
  const logs = points.map(({ millions, cost }) => ({
    x: Math.log(millions),
    y: Math.log(Math.max(cost - floor, cost / 10)),
  }))
  const mean = (of: 'x' | 'y'): number => logs.reduce((sum, one) => sum + one[of], 0) / logs.length
  const [x, y] = [mean('x'), mean('y')]
  const above = logs.reduce((sum, one) => sum + (one.x - x) * (one.y - y), 0)
  const below = logs.reduce((sum, one) => sum + (one.x - x) ** 2, 0)
  const power = Math.max(0, above / below)
  return { floor, factor: Math.exp(y - power * x), power }
}

export const costAt = ({ floor, factor, power }: CostLaw, millions: number): number =>
  millions <= 0 ? floor : floor + factor * millions ** power
