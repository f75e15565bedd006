import { hatchOf } from '../charts/strokes.js'
import { fontFamily, type Area, type Path, type Scene, type Shape, type Text } from './scene.js'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** A string as the text or an attribute of XML. Characters that XML forbids are left out. */
export const escaped = (text: string): string =>
  text
    // eslint-disable-next-line no-control-regex -- these are the characters that XML 1.0 forbids
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"']/g, (one) => entities[one] ?? one)

/** A scene as an SVG document that needs nothing else: no style sheet, no font, no script. */
export function svgOf({ width, height, background, shapes }: Scene): string {
  const patterns = new Map<string, string>()
  const drawn = shapes.map((shape) => elementOf(shape, patterns))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${fontFamily}">`,
    ...(patterns.size === 0 ? [] : ['<defs>', ...patterns.values(), '</defs>']),
    `<rect width="${width}" height="${height}" fill="${escaped(background)}"/>`,
    ...drawn,
    '</svg>',
    '',
  ].join('\n')
}

function elementOf(shape: Shape, patterns: Map<string, string>): string {
  switch (shape.of) {
    case 'path':
      return pathOf(shape)
    case 'area':
      return areaOf(shape, patterns)
    case 'text':
      return textOf(shape)
  }
}

const round = (value: number): string => String(Math.round(value * 100) / 100)
const pointsOf = (points: Path['points']): string =>
  points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')
const opacityOf = ({ opacity = 1 }: { readonly opacity?: number }): string =>
  opacity === 1 ? '' : ` opacity="${round(opacity)}"`

const pathOf = (path: Path): string =>
  `<polyline points="${pointsOf(path.points)}" fill="none" stroke="${escaped(path.color)}" stroke-width="${round(path.width)}" stroke-linejoin="round"${path.dash.length === 0 ? '' : ` stroke-dasharray="${path.dash.join(' ')}"`}${opacityOf(path)}/>`

function areaOf(area: Area, patterns: Map<string, string>): string {
  const { color, hatch, points } = area
  const fill = hatch === 0 ? escaped(color) : `url(#${patternFor(color, hatch, patterns)})`
  return `<polygon points="${pointsOf(points)}" fill="${fill}"${opacityOf(area)}/>`
}

/** The id of the pattern of these stripes; adds it if it is new. */
function patternFor(color: string, hatch: number, patterns: Map<string, string>): string {
  const key = `${hatch} ${color}`
  const known = [...patterns.keys()].indexOf(key)
  if (known !== -1) return `stripes-${known}`
  const id = `stripes-${patterns.size}`
  const { angle, distance } = hatchOf(hatch)
  const paint = escaped(color)
  patterns.set(
    key,
    `<pattern id="${id}" width="${distance}" height="${distance}" patternUnits="userSpaceOnUse" patternTransform="rotate(${angle})"><rect width="${distance}" height="${distance}" fill="${paint}" opacity="0.3"/><rect width="${distance / 2}" height="${distance}" fill="${paint}"/></pattern>`,
  )
  return id
}

const textOf = (text: Text): string =>
  `<text x="${round(text.at[0])}" y="${round(text.at[1])}" font-size="${text.size}" fill="${escaped(text.color)}"${text.bold === true ? ' font-weight="600"' : ''}${text.anchor === undefined ? '' : ` text-anchor="${text.anchor}"`}${opacityOf(text)}>${escaped(text.text)}</text>`
