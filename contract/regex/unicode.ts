import { invalid } from '../errors.js'
import { anything, lastCodePoint, unite, type Ranges } from './ranges.js'

const tables = new Map<string, Ranges>()

/**
 * Returns the code points of a Unicode class by its RE2 name: a category, a script or a binary property.
 * Throws a 422.
 */
export function unicodeClass(name: string): Ranges {
  const known = tables.get(name)
  if (known !== undefined) return known
  const table = name === 'Any' ? anything : scanProperty(propertyNamed(name))
  tables.set(name, table)
  return table
}

const aliases: Readonly<Record<string, string>> = { Ascii: 'ASCII', Lc: 'LC' }

function propertyNamed(name: string): string {
  const alias = aliases[name] ?? name
  const property = [alias, `Script=${alias}`].find(isProperty)
  if (property === undefined) throw invalid('value', `unknown Unicode class ${name} in the pattern`)
  return property
}

function isProperty(property: string): boolean {
  if (!/^[A-Za-z_]+(=[A-Za-z_]+)?$/.test(property)) return false
  try {
    return new RegExp(`\\p{${property}}`, 'u').unicode
  } catch {
    return false
  }
}

/** Returns the code points with a property. Surrogates are excluded: no string contains them alone. */
export function scanProperty(property: string): Ranges {
  const runs = new RegExp(`\\p{${property}}+`, 'gu')
  const ranges: [number, number][] = []
  for (const [start, text] of (blocks ??= allBlocks())) {
    const width = start > 0xffff ? 2 : 1
    for (const { index, 0: run } of text.matchAll(runs))
      ranges.push([start + index / width, start + (index + run.length) / width - 1])
  }
  return unite(ranges)
}

type Block = readonly [start: number, text: string]
const blockSize = 0x800
let blocks: readonly Block[] | undefined

/** Every code point, in order. Cached, because building the strings takes much longer than matching them. */
const allBlocks = (): readonly Block[] =>
  Array.from({ length: (lastCodePoint + 1) / blockSize }, (_, index) => index * blockSize)
    .filter((start) => start < 0xd800 || start > 0xdfff)
    .map((start) => [
      start,
      String.fromCodePoint(...Array.from({ length: blockSize }, (_, index) => start + index)),
    ])
