import {
  and,
  coalesce,
  column,
  compare,
  equals,
  invalid,
  not,
  number,
  or,
  sources,
  text,
  wellFormed,
  type DidUse,
  type Expr,
  type SourceName,
  type TraitUse,
} from '../../contract/index.js'
import { bodyCondition } from './body-conditions.js'
import { allOf, condition, mostTraits, type ConditionFilter } from './conditions.js'
import { atLeastOnce, isRequired, readCount, type Count } from './did-count.js'
import { readNode, type DidNode, type Node } from './filter-node.js'
import { intervalOf, needsEarliest, parseRange } from './range.js'
import { mostConditions } from './raw-condition.js'
import { relocated } from './relocated.js'
import type { LocalCalendar } from './zone.js'

/** A filter tree of a request, and its path there. */
export interface AskedTree {
  readonly node: unknown
  readonly path: string
}

/** What the trees of one question share. */
export interface TreeContext extends LocalCalendar {
  readonly source: SourceName
  /**
   * If true, the tree is about persons instead of rows: a condition on a column or a property of the source
   * holds if some event of the person meets it.
   */
  readonly ofPersons?: boolean
  /** Events from here on count for no `did` with a range of its own. */
  readonly until?: number
  /** Milliseconds since 1970 UTC. */
  readonly now: number
}

/** Reads the filter trees of one question. */
export interface TreeReader {
  /**
   * Returns the tree as one condition over the question's rows. Throws a 422 that names the node at fault
   * (`filter.and[1].field`).
   */
  read(tree: AskedTree): ConditionFilter
  /**
   * Does the same for a tree that every row of the question must meet: what it requires of the persons may
   * restrict the rows before they are read.
   */
  readRequired(tree: AskedTree): ConditionFilter
}

/** Levels of a tree, its conditions included; those of a `did` count on. */
const mostLevels = 8

/** What the conditions of one relation's rows read of the persons. */
interface Facts {
  readonly traits: Map<string, TraitUse>
  readonly did: DidUse[]
}

interface Walk {
  readonly context: TreeContext
  readonly facts: Facts
  readonly level: number
}

/** Returns a reader that gives each number of events a column of its own. */
export function treeReader(context: TreeContext): TreeReader {
  let columns = 0
  let conditions = 0
  let traits = 0

  function counted(path: string): void {
    if (++conditions > mostConditions)
      throw invalid(path, `${path}: a filter may have at most ${mostConditions} conditions`)
  }

  function lower(item: unknown, path: string, walk: Walk): Expr {
    if (walk.level > mostLevels)
      throw invalid(path, `${path}: a filter may be nested ${mostLevels} levels deep`)
    return lowerNode(readNode(item, path), path, walk)
  }

  function lowerNode(node: Node, path: string, walk: Walk): Expr {
    const deeper = { ...walk, level: walk.level + 1 }
    switch (node.kind) {
      case 'condition':
        return lowerCondition(node.item, path, walk)
      case 'not':
        return not(lower(node.term, `${path}.not`, deeper))
      case 'did':
        return didHolds(didUse(node, `${path}.did`, deeper))
      case 'and':
      case 'or': {
        const terms = node.terms.map((term, index) => lower(term, `${path}.${node.kind}[${index}]`, deeper))
        const [only] = terms
        if (terms.length === 1 && only !== undefined) return only
        return node.kind === 'and' ? and(...terms) : or(...terms)
      }
    }
  }

  function lowerCondition(
    item: unknown,
    path: string,
    { context: { source, ofPersons = false }, facts }: Walk,
  ): Expr {
    counted(path)
    const { holds, trait } = condition(source, bodyCondition(item, { path, typed: true, inTree: true }))
    // A group is the event's, so its traits are too.
    const ofEvents = ofPersons && (trait === null || trait.group !== undefined)
    if (trait !== null && (ofEvents || !facts.traits.has(trait.prefix))) {
      if (++traits > mostTraits)
        throw invalid(path, `${path}: a filter may use at most ${mostTraits} different traits`)
      if (!ofEvents) facts.traits.set(trait.prefix, trait)
    }
    return ofEvents ? didHolds(counting(holds, trait === null ? [] : [trait], facts)) : holds
  }

  /** Adds the number of events that meet a condition to the facts of the persons. */
  function counting(holds: Expr, traits: readonly TraitUse[], facts: Facts): Asked {
    const use = { column: `did:${columns++}`, holds, traits, did: [], within: null, required: null }
    facts.did.push(use)
    return { use, count: atLeastOnce }
  }

  /** Reads a `did` and adds it to the facts of its rows. */
  function didUse({ event, filter, count, within }: DidNode, path: string, walk: Walk): Asked {
    counted(path)
    const { source } = walk.context
    if (!('person' in sources[source]))
      throw invalid(path, `${path} cannot filter ${source}: they belong to no person`)
    const events: Facts = { traits: new Map(), did: [] }
    const named = equals(column('event_name'), text(wellFormed(event)))
    const inner = {
      context: { ...walk.context, source: 'events' as const, ofPersons: false },
      facts: events,
      level: walk.level,
    }
    const holds = filter === undefined ? named : and(named, lower(filter, `${path}.filter`, inner))
    const use = {
      column: `did:${columns++}`,
      holds,
      traits: [...events.traits.values()],
      did: events.did,
      within: within === undefined ? null : spanOf(within, `${path}.within`, walk.context),
      required: null,
    }
    const asked = { use, count: count === undefined ? atLeastOnce : readCount(count, `${path}.count`) }
    walk.facts.did.push(use)
    return asked
  }

  function filterOf(facts: Facts, filter: Expr | null): ConditionFilter {
    return { filter, traits: [...facts.traits.values()], did: facts.did }
  }

  const start = (): Walk => ({ context, facts: { traits: new Map(), did: [] }, level: 1 })

  return {
    read({ node, path }) {
      const walk = start()
      return filterOf(walk.facts, lower(node, path, walk))
    },
    readRequired({ node, path }) {
      const walk = start()
      const { facts } = walk
      const root = readNode(node, path)
      if (root.kind !== 'and' && root.kind !== 'did') return filterOf(facts, lowerNode(root, path, walk))
      const items =
        root.kind === 'did'
          ? [{ item: node, at: path }]
          : root.terms.map((item, index) => ({ item, at: `${path}.and[${index}]` }))
      const level = root.kind === 'did' ? 1 : 2
      const terms = items.flatMap(({ item, at }) => {
        const term = readNode(item, at)
        if (term.kind !== 'did') return [lowerNode(term, at, { ...walk, level })]
        const asked = didUse(term, `${at}.did`, { ...walk, level: level + 1 })
        if (!isRequired(asked.count)) return [didHolds(asked)]
        facts.did[facts.did.indexOf(asked.use)] = { ...asked.use, required: countHolds(asked) }
        return []
      })
      return filterOf(facts, allOf(terms))
    },
  }
}

interface Asked {
  readonly use: DidUse
  readonly count: Count
}

const countHolds = ({ use, count: { operator, value } }: Asked): Expr =>
  compare(operator, column(use.column), number(value))

/** The same for a joined number, which is null for a person without any such event. */
const didHolds = ({ use, count: { operator, value } }: Asked): Expr =>
  compare(operator, coalesce(column(use.column), number(0)), number(value))

function spanOf(range: string, path: string, context: TreeContext): DidUse['within'] {
  const { zone, until = Infinity } = context
  const period = relocated(path, () => parseRange(range, { ...context, earliest: null }))
  const { from, to } = intervalOf(period, zone)
  return { from: needsEarliest(range) ? null : from, to: Math.min(to, until) }
}
