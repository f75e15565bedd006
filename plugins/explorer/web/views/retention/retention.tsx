import type { Data } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { boundsOf } from '../../charts/cohort-times.js'
import { formatPercent } from '../../charts/format.js'
import { dimensionKey, dimensionName } from '../../data/dimension.js'
import { PeopleDrawer } from '../../people/people-drawer.js'
import { breakdownName, breakdownNames } from '../../question/breakdown.js'
import { usualZone, weekStart } from '../../question/calendar.js'
import { wallTimeIn } from '../../question/zone-time.js'
import { useUrlState } from '../../router/use-url-state.js'
import { ShareMenu } from '../../share/share-menu.js'
import { PageHead } from '../../shell/page-head.js'
import { Segmented, Select } from '../../ui/field.js'
import { Answered, EmptyState } from '../../ui/states.js'
import { cohortName } from './cohort-name.js'
import { Curves } from './curve.js'
import { Grid } from './grid.js'
import { Question } from './question.js'
import { averagesOf, cohortsOf, sizeOf, type RetentionResult, type Weight } from './result.js'
import { retentionSheet } from './sheet.js'
import { cellText, codecs, peopleCall, readCell, retentionCall } from './state.js'
import '../../styles/figures.css'
import './retention.css'
import { retentionText } from '../../text/retention.js'

export function Retention() {
  const [state, set] = useUrlState(codecs)
  const call = retentionCall(state)
  const answer = useAnswer<Data<RetentionResult>>(call)
  const result = answer.data?.data ?? null
  const cell = readCell(state.people)
  const unit = retentionText.units[state.granularity]
  const zone = state.timezone === '' ? usualZone() : state.timezone
  const bounds = boundsOf(state.range, wallTimeIn(Date.now(), zone), weekStart())
  const groups = result?.breakdowns ?? []
  return (
    <>
      <PageHead title={retentionText.retention} summary={retentionText.howManyPeopleComeBackAfter}>
        <ShareMenu
          calls={[call]}
          sheet={result === null ? null : () => retentionSheet(result, breakdownNames(state.breakdown))}
        />
      </PageHead>
      <Question state={state} error={answer.error} set={set} />
      <section class="card stack" aria-label={retentionText.result}>
        <div class="spread">
          <Headline result={result} group={state.group} unit={unit} weight={state.weight} />
          <div class="row">
            {groups.length > 0 && state.show === 'grid' && (
              <Select
                label={breakdownName(state.breakdown)}
                value={state.group}
                options={[
                  { value: '', label: retentionText.all },
                  ...groups.map((one) => ({ value: dimensionKey(one), label: one.dimension })),
                ]}
                onChange={(group) => set({ group, people: '' })}
              />
            )}
            <Select
              label={retentionText.averages}
              bare
              value={state.weight}
              options={[
                { value: 'size', label: retentionText.averagesWeightedByPeople },
                { value: 'alike', label: retentionText.averagesWithEqualWeights },
              ]}
              onChange={(weight) => set({ weight })}
            />
            <Segmented
              label={retentionText.show}
              value={state.show}
              options={[
                { value: 'grid', label: retentionText.grid },
                { value: 'curve', label: retentionText.curve },
              ]}
              onChange={(show) => set({ show })}
            />
          </div>
        </div>
        <Answered answer={answer} isEmpty={({ data }) => data.cohorts.length === 0} empty={<NoCohorts />}>
          {({ data }) =>
            state.show === 'grid' ? (
              <Grid
                cohorts={cohortsOf(data, state.group)}
                unit={unit}
                grain={state.granularity}
                bounds={bounds}
                weight={state.weight}
                onCell={(chosen) => set({ people: cellText(chosen) })}
              />
            ) : (
              <Curves
                result={data}
                unit={unit}
                grain={state.granularity}
                bounds={bounds}
                weight={state.weight}
              />
            )
          }
        </Answered>
        <p class="faint">
          {state.weight === 'size'
            ? retentionText.averagesWeightEachCohortByIts
            : retentionText.averagesWeightEveryCohortThe}{' '}
          {state.show === 'grid' ? retentionText.clickACell : retentionText.dashedEnd}
        </p>
      </section>
      {cell !== null && (
        <PeopleDrawer
          title={(cell.outcome === 'returned' ? retentionText.cameBackIn : retentionText.didNotComeBackIn)(
            unit,
            cell.period,
            [
              cohortName(cell.date, state.granularity),
              ...(state.group === '' ? [] : [dimensionName(state.group)]),
            ].join(', '),
          )}
          call={peopleCall(state, cell)}
          onClose={() => set({ people: '' })}
          choice={
            cell.period === 0
              ? undefined
              : {
                  label: retentionText.people,
                  value: cell.outcome,
                  options: [
                    { value: 'returned', label: retentionText.cameBack },
                    { value: 'not_returned', label: retentionText.didNotComeBack },
                  ],
                  onChange: (outcome) =>
                    set({ people: cellText({ ...cell, outcome: outcome as typeof cell.outcome }) }),
                }
          }
        />
      )}
    </>
  )
}

interface HeadlineProps {
  readonly result: RetentionResult | null
  readonly group: string
  readonly unit: string
  readonly weight: Weight
}

function Headline({ result, group, unit, weight }: HeadlineProps) {
  if (result === null) return <div class="headline" />
  const cohorts = cohortsOf(result, group)
  const first = averagesOf(cohorts, weight)[1]
  if (first === undefined) return <div class="headline" />
  return (
    <div class="headline">
      <span class="figure number">{formatPercent(first)}</span>
      <span class="soft">
        {retentionText.cameBackInTheFirst(unit, sizeOf(cohorts), cohorts.cohorts.length)}
      </span>
    </div>
  )
}

const NoCohorts = () => (
  <EmptyState icon="retention" title={retentionText.noCohortsInThisRange}>
    {retentionText.chooseALongerRangeFewerFilters}
  </EmptyState>
)
