import { countKinds, type Ranges } from './ranges.js'
import type { Regex } from './tree.js'

/** The size of the expression's Glushkov automaton, and of the runs of assertions it may have to check. */
interface Size {
  readonly nullable: boolean
  /**
   * `states`: the positions in the expression. `first` and `last`: the positions where it may begin and end.
   * `steps`: the transitions between positions.
   */
  readonly states: number
  /** The code point ranges in the classes of all positions. */
  readonly ranges: number
  readonly first: number
  readonly last: number
  readonly steps: number
  /**
   * The most consecutive assertions: before the first character, after the last, when no character is read,
   * and anywhere.
   */
  readonly before: number
  readonly after: number
  readonly through: number
  readonly row: number
}

/**
 * The cost of compiling and running an expression: the fields of Size, and the kinds of characters it
 * distinguishes.
 */
export function regexSize(regex: Regex): Size & { readonly kinds: number } {
  return { ...sizeOf(regex), kinds: countKinds(setsOf(regex)) }
}

function setsOf(regex: Regex): readonly Ranges[] {
  const sets = new Map<string, Ranges>()
  const visit = (part: Regex): void => {
    if (part.kind === 'set') sets.set(part.ranges.join(), part.ranges)
    else if (part.kind === 'concat') part.items.forEach(visit)
    else if (part.kind === 'choice') part.branches.forEach(visit)
    else if (part.kind === 'repeat') visit(part.item)
  }
  visit(regex)
  return [...sets.values()]
}

const nowhere = { before: 0, after: 0, through: 0, row: 0 }
const nothing: Size = { nullable: true, states: 0, ranges: 0, first: 0, last: 0, steps: 0, ...nowhere }
const character: Size = { nullable: false, states: 1, ranges: 1, first: 1, last: 1, steps: 0, ...nowhere }
const constraint: Size = {
  ...{ nullable: true, states: 2, ranges: 0, first: 2, last: 2, steps: 0 },
  ...{ before: 1, after: 1, through: 1, row: 1 },
}

function sizeOf(regex: Regex): Size {
  switch (regex.kind) {
    case 'set':
      return { ...character, ranges: regex.ranges.length }
    case 'assertion':
      return constraint
    case 'concat':
      return regex.items.map(sizeOf).reduce(inSequence, nothing)
    case 'choice':
      return regex.branches.map(sizeOf).reduce(either)
    case 'repeat':
      return repeated(sizeOf(regex.item), regex.min, regex.max)
  }
}

const either = (a: Size, b: Size): Size => ({
  nullable: a.nullable || b.nullable,
  states: a.states + b.states,
  ranges: a.ranges + b.ranges,
  first: a.first + b.first,
  last: a.last + b.last,
  steps: a.steps + b.steps,
  before: Math.max(a.before, b.before),
  after: Math.max(a.after, b.after),
  through: Math.max(a.through, b.through),
  row: Math.max(a.row, b.row),
})

const inSequence = (a: Size, b: Size): Size => ({
  nullable: a.nullable && b.nullable,
  states: a.states + b.states,
  ranges: a.ranges + b.ranges,
  first: a.first + (a.nullable ? b.first : 0),
  last: b.last + (b.nullable ? a.last : 0),
  steps: a.steps + b.steps + a.last * b.first,
  before: Math.max(a.before, a.nullable ? a.through + b.before : 0),
  after: Math.max(b.after, b.nullable ? b.through + a.after : 0),
  through: a.nullable && b.nullable ? a.through + b.through : 0,
  row: Math.max(a.row, b.row, a.after + b.before),
})

function repeated(item: Size, min: number, max: number | null): Size {
  const copies = max ?? Math.max(min, 1)
  const passes = max === null ? copies + 1 : copies
  const joints = item.nullable ? (copies * (copies - 1)) / 2 : copies - 1
  return {
    nullable: item.nullable || min === 0,
    states: item.states * copies,
    ranges: item.ranges * copies,
    first: item.nullable ? item.first * copies : item.first,
    last: item.last * (item.nullable ? copies : copies - Math.max(min, 1) + 1),
    steps: item.steps * copies + item.last * item.first * (joints + passes - copies),
    before: item.before + item.through * (passes - 1),
    after: item.after + item.through * (passes - 1),
    through: item.through * passes,
    row: passes > 1 ? Math.max(item.row, item.after + item.before + item.through * (passes - 2)) : item.row,
  }
}
