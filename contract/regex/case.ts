import { includes, unite, type Ranges } from './ranges.js'
import { scanProperty } from './unicode.js'

let folds: ReadonlyMap<number, readonly number[]> | undefined

/** Returns the code points equal to this one under Unicode simple case folding, itself included. */
export function caseVariants(point: number): readonly number[] {
  return foldTable().get(point) ?? [point]
}

export function ignoreCase(ranges: Ranges): Ranges {
  const added: [number, number][] = []
  for (const [point, variants] of foldTable())
    if (includes(ranges, point)) for (const variant of variants) added.push([variant, variant])
  return unite([...ranges, ...added])
}

function foldTable(): ReadonlyMap<number, readonly number[]> {
  return (folds ??= buildFolds())
}

/**
 * Letters with the same upper case are candidates. The /iu flags decide, because they use simple case folding
 * as RE2 does (I is not a dotless i).
 */
function buildFolds(): ReadonlyMap<number, readonly number[]> {
  const candidates = new Map<string, number[]>()
  for (const [low, high] of scanProperty('Changes_When_Casemapped'))
    for (let point = low; point <= high; point++) {
      const key = String.fromCodePoint(point).toLowerCase().toUpperCase()
      const group = candidates.get(key)
      if (group === undefined) candidates.set(key, [point])
      else group.push(point)
    }
  const table = new Map<number, readonly number[]>()
  for (const group of candidates.values())
    for (const point of group) {
      const same = new RegExp(`^\\u{${point.toString(16)}}$`, 'iu')
      const variants = group.filter((other) => same.test(String.fromCodePoint(other)))
      if (variants.length > 1) table.set(point, variants)
    }
  return table
}
