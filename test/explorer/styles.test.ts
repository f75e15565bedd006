import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'

/** The style sheets in source form: they name their colours. */
const folder = fileURLToPath(new URL('../../../plugins/explorer/web/', import.meta.url))
const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => ({ name, text: readFileSync(`${folder}${name}`, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '') }))

type Theme = 'light' | 'dark'
const themes: readonly Theme[] = ['light', 'dark']
/** WCAG AA for text of normal size. */
const least = 4.5

const colors = new Map(
  sheets.flatMap(({ text }) =>
    [...text.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value] as const),
  ),
)

/** Resolves `#rgb`, `#rrggbb`, `light-dark(…)` or a variable with one; null if it is not a colour. */
function colorOf(value: string, theme: Theme): readonly number[] | null {
  const [, name] = /^var\((--[\w-]+)\)$/.exec(value) ?? []
  if (name !== undefined) return colorOf(colors.get(name) ?? '', theme)
  const [, light, dark] = /^light-dark\(\s*(#\w+),\s*(#\w+)\s*\)$/.exec(value) ?? []
  const hex = theme === 'light' ? (light ?? value) : (dark ?? value)
  const short = /^#(\w)(\w)(\w)$/.exec(hex)
  const digits =
    short === null
      ? hex
      : `#${short
          .slice(1)
          .map((one) => one + one)
          .join('')}`
  if (!/^#\w{6}$/.test(digits)) return null
  return [1, 3, 5].map((at) => parseInt(digits.slice(at, at + 2), 16) / 255)
}

const linear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

const lightOf = (color: readonly number[]): number => {
  const [red = 0, green = 0, blue = 0] = color.map(linear)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: readonly number[], other: readonly number[]): number => {
  const [low = 0, high = 0] = [lightOf(one), lightOf(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

interface Rule {
  readonly selector: string
  readonly color: string | null
  readonly background: string | null
}

const declared = (body: string, property: string): string | null =>
  new RegExp(`(?:^|[;\\s])${property}:\\s*([^;]+)`).exec(body)?.[1]?.trim() ?? null

const rules = sheets.flatMap(({ name, text }) =>
  [...text.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']): Rule => ({
    selector: `${name}: ${selector.trim().replaceAll(/\s+/g, ' ')}`,
    color: declared(body, 'color'),
    background: declared(body, 'background') ?? declared(body, 'background-color'),
  })),
)

/** The backgrounds that text may have without a rule that sets both. */
const surfaces = ['canvas', 'surface', 'raised', 'sunken', 'hover', 'accent-soft'].map(
  (name) => `var(--${name})`,
)

/** Tiles of the treemap have shaded backgrounds, see the test below. */
const isTile = ({ selector }: Rule): boolean => /grouped\.css: \.treemap \.tile(\.strong)?$/.test(selector)

t.test('every text can be read on every surface, in light and dark', async (t) => {
  const alone = new Set(
    rules.flatMap((rule) =>
      rule.background === null && rule.color !== null && !isTile(rule) ? [rule.color] : [],
    ),
  )
  // The editor of SQL has its colours in its theme.
  const theme = readFileSync(`${folder}views/sql/editor/theme.ts`, 'utf8')
  const inEditor = [...theme.matchAll(/\bcolor: '([^']+)'/g)].map(([, color = '']) => color)
  t.ok(inEditor.length >= 6, 'the theme names its colours')
  const texts = [...new Set([...alone, ...inEditor])].filter((one) => colorOf(one, 'light') !== null)
  for (const name of ['text', 'text-soft', 'text-faint', 'accent-text', 'good', 'bad', 'warn'])
    t.ok(texts.includes(`var(--${name})`), `${name} is a colour of texts`)
  for (const theme of themes)
    for (const text of texts)
      for (const surface of surfaces) {
        const found = contrast(colorOf(text, theme) ?? [], colorOf(surface, theme) ?? [])
        t.ok(found >= least, `${text} on ${surface}, ${theme}: ${found.toFixed(2)}`)
      }
})

t.test('so can what a rule puts on a colour of its own', async (t) => {
  const pairs = rules.filter(({ color, background }) => color !== null && background !== null)
  let compared = 0
  for (const theme of themes)
    for (const { selector, color, background } of pairs) {
      const [text, back] = [colorOf(color ?? '', theme), colorOf(background ?? '', theme)]
      if (text === null || back === null) continue
      compared++
      const found = contrast(text, back)
      t.ok(found >= least, `${selector}, ${theme}: ${found.toFixed(2)}`)
    }
  t.ok(compared > 20, `${compared} pairs`)
})

/** `color-mix(in oklab, …)`: from sRGB to linear light to the space of the mix, and back. */
const encoded = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
const times = (matrix: readonly (readonly number[])[], vector: readonly number[]): number[] =>
  matrix.map((row) => row.reduce((sum, one, index) => sum + one * (vector[index] ?? 0), 0))
const toCones = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
const fromCones = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
]

/** The cube roots of the cone responses are a matrix away from Oklab, so a mix there is linear too. */
function mixed(one: readonly number[], share: number, other: readonly number[]): number[] {
  const roots = [one, other].map((color) => times(toCones, color.map(linear)).map(Math.cbrt))
  const mix = roots[0]?.map((value, index) => value * share + (roots[1]?.[index] ?? 0) * (1 - share)) ?? []
  return times(
    fromCones,
    mix.map((value) => value ** 3),
  ).map((value) => encoded(Math.min(1, Math.max(0, value))))
}

t.test('so can the texts of a treemap on each of its shades', async (t) => {
  const source = readFileSync(`${folder}views/grouped/treemap.tsx`, 'utf8')
  const strongFrom = Number(/const strongFrom = ([\d.]+)/.exec(source)?.[1])
  t.ok(strongFrom > 0 && strongFrom < 1)
  const tile = (strong: boolean): string =>
    rules.find((rule) => isTile(rule) && rule.selector.endsWith('.strong') === strong)?.color ?? ''
  for (const theme of themes)
    for (let step = 0; step <= 10; step++) {
      const [high, low] = ['var(--tile-high)', 'var(--tile-low)'].map((name) => colorOf(name, theme) ?? [])
      const text = colorOf(tile(step / 10 >= strongFrom), theme) ?? []
      const found = contrast(text, mixed(high ?? [], step / 10, low ?? []))
      t.ok(found >= least, `shade ${step} of ten, ${theme}: ${found.toFixed(2)}`)
    }
})

t.test(
  'no two sheets style the same class: a sheet that a view brought stays when another is opened',
  async (t) => {
    const owners = new Map<string, Set<string>>()
    for (const { selector } of rules) {
      const [sheet = '', selectors = ''] = selector.split(': ', 2)
      // For a wall and for paper only: it changes what other sheets style.
      if (sheet === 'boards/wall.css') continue
      for (const one of selectors.split(',')) {
        const [, name, rest = ''] = /^\s*\.([\w-]+)(\S*)\s*$/.exec(one) ?? []
        // A selector narrowed by another class or a state is checked separately unless the plain class is
        // styled beside it.
        if (name === undefined || (rest !== '' && !rest.startsWith('.'))) continue
        owners.set(name, (owners.get(name) ?? new Set()).add(sheet))
      }
    }
    t.ok(owners.size > 100, `${owners.size} classes`)
    for (const [name, sheets] of owners) t.equal(sheets.size, 1, `.${name}: ${[...sheets].join(', ')}`)
  },
)
