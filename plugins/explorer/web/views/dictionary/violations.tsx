import { useAnswer } from '../../api/use-answer.js'
import { violationsCall, type Violations as Answer } from '../../dictionary/api.js'
import type { Violation } from '../../dictionary/types.js'
import { RangeBar } from '../../question/range-bar.js'
import { Answered, EmptyState } from '../../ui/states.js'
import { Table, type Column } from '../../ui/table.js'
import { dictionaryViewText } from '../../text/dictionary-view.js'
import { Rich } from '../../ui/rich.js'

interface Props {
  readonly range: string
  readonly onRange: (range: string) => void
}

const problems = {
  missing: dictionaryViewText.requiredButMissing,
  type: dictionaryViewText.wrongType,
  value: dictionaryViewText.valueNotAllowed,
  deprecated: dictionaryViewText.deprecated,
  unknown: dictionaryViewText.notInTheDictionary,
} as const

const clientOf = ({ platform, app_version }: Violation): string =>
  [platform, app_version].filter((part) => part !== null).join(' ') || dictionaryViewText.unknown

const columns: readonly Column<Violation>[] = [
  { key: 'date', title: dictionaryViewText.day, value: ({ date }) => date },
  { key: 'event', title: dictionaryViewText.event, value: ({ event }) => event },
  { key: 'property', title: dictionaryViewText.property, value: ({ property }) => property ?? '' },
  { key: 'kind', title: dictionaryViewText.problem, value: ({ kind }) => problems[kind] },
  { key: 'client', title: dictionaryViewText.client, value: clientOf },
  { key: 'count', title: dictionaryViewText.events, value: ({ count }) => count, align: 'end' },
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
          <EmptyState icon="check" title={dictionaryViewText.noViolations}>
            {dictionaryViewText.everyEventInThisRangeMatches}
          </EmptyState>
        }
      >
        {({ data: { violations, total, has_more } }) => (
          <>
            <p>
              <Rich text={dictionaryViewText.violationCount(total)} />
            </p>
            <Table
              caption={dictionaryViewText.violations}
              columns={columns}
              rows={violations}
              rowKey={(one) => JSON.stringify(Object.values({ ...one, count: 0 }))}
            />
            {has_more && <p class="soft">{dictionaryViewText.thereAreMoreChooseAShorter}</p>}
          </>
        )}
      </Answered>
    </>
  )
}
