interface Size {
  /** Pixels, at least 2. */
  readonly width: number
  readonly height: number
}

/** A line from left to right as the path of an SVG. Its scale begins at 0, or at the lowest value if that is negative. */
export function sparkPath(values: readonly number[], { width, height }: Size): string {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const step = (width - 2) / Math.max(1, values.length - 1)
  const points = values.map((value, index) => {
    const share = high === low ? 0 : (value - low) / (high - low)
    return `${round(1 + index * step)} ${round(height - 1 - share * (height - 2))}`
  })
  return `M${points.join('L')}`
}

const round = (value: number): number => Math.round(value * 10) / 10
