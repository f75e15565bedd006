import type uPlot from 'uplot'

export interface PlotMark {
  /** The position on the time axis, in milliseconds. */
  readonly time: number
  readonly title: string
  readonly category: string
}

export const markColor = (category: string): string =>
  category === 'incident' ? 'var(--bad)' : category === 'news' ? 'var(--warn)' : 'var(--text-faint)'

/** Draws a dashed line at the time of each mark; marks-strip.tsx shows the titles. */
export function drawMarks(self: uPlot, marks: readonly PlotMark[], color: (name: string) => string): void {
  const { ctx, bbox } = self
  const ratio = devicePixelRatio
  ctx.save()
  ctx.setLineDash([3 * ratio, 3 * ratio])
  ctx.lineWidth = ratio
  for (const { time, category } of marks) {
    const x = Math.round(self.valToPos(time / 1000, 'x', true))
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    ctx.strokeStyle = color(markColor(category))
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
  }
  ctx.restore()
}

/** Covers these buckets with stripes of a colour: behind lines, and over bars, which look hatched then. */
export function drawStripes(
  self: uPlot,
  buckets: readonly { readonly from: number; readonly to: number }[],
  color: string,
): void {
  const { ctx, bbox } = self
  const [distance, right, bottom] = [7 * devicePixelRatio, bbox.left + bbox.width, bbox.top + bbox.height]
  ctx.save()
  ctx.strokeStyle = color
  ctx.lineWidth = 2.5 * devicePixelRatio
  for (const { from, to } of buckets) {
    const left = Math.max(bbox.left, self.valToPos(from, 'x', true))
    const width = Math.min(right, self.valToPos(to, 'x', true)) - left
    if (width <= 0) continue
    ctx.save()
    ctx.beginPath()
    ctx.rect(left, bbox.top, width, bbox.height)
    ctx.clip()
    ctx.beginPath()
    for (let x = left - bbox.height; x < left + width; x += distance) {
      ctx.moveTo(x, bottom)
      ctx.lineTo(x + bbox.height, bbox.top)
    }
    ctx.stroke()
    ctx.restore()
  }
  ctx.restore()
}
