import { useAnswer } from '../../api/use-answer.js'
import { violationsCall, type Violations as Answer } from '../../dictionary/api.js'
import type { Violation } from '../../dictionary/types.js'
import { RangeBar } from '../../question/range-bar.js'
import { Answered, EmptyState } from '../../ui/states.js'
import { Table, type Column } from '../../ui/table.js'

interface Props {
  readonly range: string
  readonly onRange: (range: string) => void
}

const problems = {
  missing: 'Required, but missing',
  type: 'Wrong type',
  value: 'Value not allowed',
  deprecated: 'Deprecated',
  unknown: 'Not in the dictionary',
} as const

const clientOf = ({ platform, app_version }: Violation): string =>
  [platform, app_version].filter((part) => part !== null).join(' ') || 'Unknown'

const columns: readonly Column<Violation>[] = [
  { key: 'date', title: 'Day', value: ({ date }) => date },
  { key: 'event', title: 'Event', value: ({ event }) => event },
  { key: 'property', title: 'Property', value: ({ property }) => property ?? '' },
  { key: 'kind', title: 'Problem', value: ({ kind }) => problems[kind] },
  { key: 'client', title: 'Client', value: clientOf },
  { key: 'count', title: 'Events', value: ({ count }) => count, align: 'end' },
]

/** What came in otherwise than the dictionary expects. */
export function Violations({ range, onRange }: Props) {
  const answer = useAnswer<Answer>(violationsCall({ range }))
  return (
    <>
      <RangeBar value={{ range }} onChange={(next) => onRange(next.range ?? '7d')} />
      <Answered
        answer={answer}
        isEmpty={({ data }) => data.total === 0}
        empty={
          <EmptyState icon="check" title="No violations">
            Every event of this range is as the dictionary expects.
          </EmptyState>
        }
      >
        {({ data: { violations, total, has_more } }) => (
          <>
            <p>
              <strong class="number">{total.toLocaleString('en')}</strong> violations
            </p>
            <Table
              caption="Violations"
              columns={columns}
              rows={violations}
              rowKey={(one) => JSON.stringify(Object.values({ ...one, count: 0 }))}
            />
            {has_more && <p class="soft">There are more. Choose a shorter range to see them.</p>}
          </>
        )}
      </Answered>
    </>
  )
}
