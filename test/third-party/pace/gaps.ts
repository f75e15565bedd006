import {
  ascending,
  column,
  columnsOf,
  derive,
  math,
  missing,
  not,
  number,
  select,
  where,
  window,
  type OperatorDefinition,
  type OperatorNode,
  type Relation,
} from 'sextant/plan'

/**
 * Gaps: the input's rows and, in `gap`, the seconds from each row to the same person's next one. A person's
 * last row has no gap and is left out. The input has the columns `timestamp`, `person` and `seq`.
 */
export function gaps(input: Relation): Relation {
  const node: OperatorNode = {
    kind: 'operator',
    operator: 'gaps',
    inputs: [input],
    options: {},
    columns: { ...columnsOf(input), gap: 'float' },
  }
  return Object.freeze(node)
}

/** Only a lowering: every engine can execute it without knowing the operator. */
export const gapsOperator: OperatorDefinition = {
  name: 'gaps',
  lower({ inputs: [input] }) {
    if (input === undefined) throw new Error('gaps requires an input')
    const order = [ascending(column('timestamp')), ascending(column('seq'))]
    const followed = window(input, [column('person')], order, {
      next_timestamp: { kind: 'next', value: column('timestamp') },
    })
    const paired = where(followed, not(missing(column('next_timestamp'))))
    const milliseconds = math('-', column('next_timestamp'), column('timestamp'))
    const kept = Object.keys(columnsOf(input)).map((name) => [name, column(name)] as const)
    return select(derive(paired, { elapsed: milliseconds }), {
      ...Object.fromEntries(kept),
      gap: math('/', column('elapsed'), number(1000)),
    })
  },
}
