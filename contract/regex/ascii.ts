import { invalid } from '../errors.js'
import type { Ranges } from './ranges.js'

/** The Perl and POSIX classes, which are ASCII-only in RE2. */
const asciiClasses: Readonly<Record<string, Ranges>> = {
  d: [[0x30, 0x39]],
  s: parse('\t\n\f\r  '),
  w: parse('09AZ__az'),
  alnum: parse('09AZaz'),
  alpha: parse('AZaz'),
  ascii: parse('\0\x7f'),
  blank: parse('\t\t  '),
  cntrl: parse('\0\x1f\x7f\x7f'),
  digit: parse('09'),
  graph: parse('!~'),
  lower: parse('az'),
  print: parse(' ~'),
  punct: parse('!/:@[`{~'),
  space: parse('\t\r  '),
  upper: parse('AZ'),
  word: parse('09AZ__az'),
  xdigit: parse('09AFaf'),
}

function parse(bounds: string): Ranges {
  const points = Array.from(bounds, (bound) => bound.charCodeAt(0))
  return Array.from({ length: points.length / 2 }, (_, index) => [
    points[2 * index] ?? 0,
    points[2 * index + 1] ?? 0,
  ])
}

export function asciiClass(name: string): Ranges {
  const ranges = asciiClasses[name]
  if (ranges === undefined) throw invalid('value', `unknown character class ${name} in the pattern`)
  return ranges
}
