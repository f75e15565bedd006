/** A horizontal logarithmic axis, in pixels. */
export interface Axis {
  readonly left: number
  readonly right: number
  readonly least: number
  readonly most: number
}

/** The pixel of a value; values outside of the axis are drawn at its end. */
export function xOf({ left, right, least, most }: Axis, value: number): number {
  const within = Math.min(Math.max(value, least), most)
  const share = Math.log(within / least) / Math.log(most / least)
  return Math.round((left + share * (right - left)) * 10) / 10
}

const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500]

/** The axis between two of the usual steps that holds all values. */
export function axisOf(left: number, right: number, values: readonly number[]): Axis {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const least = steps.findLast((step) => step <= lowest) ?? 0.1
  const most = steps.find((step) => step >= highest) ?? 500
  return { left, right, least, most }
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string => text.replace(/[&<>]/g, (mark) => escapes[mark] ?? mark)

/** @param classes of the style sheet in `page` */
export const label = (x: number, y: number, classes: string, text: string): string =>
  `<text x="${x}" y="${y}" class="${classes}">${escaped(text)}</text>`

/** Vertical lines with their values: the one at 1 is heavier. */
export const grid = (axis: Axis, top: number, bottom: number): readonly string[] =>
  steps
    .filter((step) => step >= axis.least && step <= axis.most)
    .flatMap((step) => {
      const x = xOf(axis, step)
      return [
        `<path d="M${x} ${top}V${bottom}" class="${step === 1 ? 'one' : 'grid'}"/>`,
        label(x, bottom + 14, 'small mid', `${step}×`),
      ]
    })

const style = `text{font:12px system-ui,sans-serif;fill:#1f2328}
.title{font-size:14px;font-weight:600}.small{font-size:11px;fill:#59636e}.mid{text-anchor:middle}.end{text-anchor:end}
.grid{stroke:#d1d9e0}.one{stroke:#59636e;stroke-width:1.5}.span{stroke:#9a6fe0;stroke-width:2;opacity:.5}
.events{fill:none;stroke:#6e40c9;stroke-width:1.5}.served{fill:#6e40c9}
@media (prefers-color-scheme:dark){text{fill:#f0f6fc}.small{fill:#9198a1}.grid{stroke:#3d444d}.one{stroke:#9198a1}
.span{stroke:#b392f0}.events{stroke:#b392f0}.served{fill:#b392f0}}`

/**
 * A whole SVG file on a transparent ground, with colors for light and for dark pages.
 * @param title also the accessible name
 */
export const page = (width: number, height: number, title: string, parts: readonly string[]): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${style}</style>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n')
