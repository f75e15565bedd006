import { asciiClass, complement, type Assertion, type Ranges, type Regex } from '../../../contract/index.js'

/**
 * Prints a parsed expression as an advanced regular expression of Postgres. `lazy`: repetitions prefer the
 * shortest match.
 */
export function printRegex(regex: Regex, lazy = false): string {
  switch (regex.kind) {
    case 'set':
      return printSet(regex.ranges)
    case 'assertion':
      return assertions[regex.assertion]
    case 'concat':
      return regex.items
        .map((item) => (item.kind === 'choice' ? group(item, lazy) : printRegex(item, lazy)))
        .join('')
    case 'choice':
      return regex.branches.map((branch) => printRegex(branch, lazy)).join('|')
    case 'repeat':
      return printRepeat(
        regex.item.kind === 'set' ? printRegex(regex.item) : group(regex.item, lazy),
        regex.min,
        regex.max,
        lazy ? '?' : '',
      )
  }
}

const group = (regex: Regex, lazy: boolean): string => `(?:${printRegex(regex, lazy)})`

/** The greatest repetition count in Postgres; RE2's is 1000. `a{300}` is printed as `(?:a{255}){1}a{45}`. */
const maxBound = 255

function printRepeat(item: string, min: number, max: number | null, mark: string): string {
  if (Math.max(min, max ?? 0) > maxBound)
    return exactly(item, min) + (max === null ? `${item}*${mark}` : upTo(item, max - min, mark))
  if (max === null) return item + (min === 0 ? '*' : min === 1 ? '+' : `{${min},}`) + mark
  return min === max
    ? exactly(item, min)
    : min === 0
      ? upTo(item, max, mark)
      : `${item}{${min},${max}}${mark}`
}

function exactly(item: string, times: number): string {
  if (times <= maxBound) return times === 0 ? '' : times === 1 ? item : `${item}{${times}}`
  return `(?:${item}{${maxBound}}){${Math.floor(times / maxBound)}}${exactly(item, times % maxBound)}`
}

function upTo(item: string, times: number, mark: string): string {
  if (times <= maxBound) return (times === 0 ? '' : times === 1 ? `${item}?` : `${item}{0,${times}}`) + mark
  const inner = `(?:${item}{0,${maxBound}}${mark}){0,${Math.floor(times / maxBound)}}${mark}`
  return inner + upTo(item, times % maxBound, mark)
}

const word = printSet(asciiClass('w'))

/** Postgres' own \y depends on the locale, and its newline-sensitive mode also changes the dot. */
const assertions: Readonly<Record<Assertion, string>> = {
  'text-start': '^',
  'text-end': '$',
  'line-start': '(?:^|(?<=\\n))',
  'line-end': '(?:$|(?=\\n))',
  'word-edge': `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`,
  'no-word-edge': `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`,
}

function printSet(ranges: Ranges): string {
  const [only] = ranges
  if (only === undefined) return '(?!)'
  if (ranges.length === 1 && only[0] === only[1]) return printPoint(only[0])
  const others = complement(ranges)
  if (others.length === 0) return '.'
  const [plain, negated] = [`[${printRanges(ranges)}]`, `[^${printRanges(others)}]`]
  return plain.length <= negated.length ? plain : negated
}

function printRanges(ranges: Ranges): string {
  const parts = ranges.map(([low, high]) => {
    if (low === high) return printPoint(low)
    return printPoint(low) + (high === low + 1 ? '' : '-') + printPoint(high)
  })
  return parts.join('')
}

/**
 * One character: escapes are the same inside and outside of brackets;
 * controls and surrogates are printed as \uXXXX.
 */
function printPoint(point: number): string {
  const character = String.fromCodePoint(point)
  if (/^[0-9A-Za-z]$/.test(character)) return character
  if (point === 0x0a) return '\\n'
  if (/^[\p{Cc}\p{Cs}]$/u.test(character)) return `\\u${point.toString(16).padStart(4, '0')}`
  return point < 0x80 ? `\\${character}` : character
}
