import { useAnswer } from '../../api/use-answer.js'
import type { Data } from '../../api/types.js'
import { formatCount, formatPercent } from '../../charts/format.js'
import { dimensionName } from '../../data/dimension.js'
import { PeopleDrawer } from '../../people/people-drawer.js'
import { ActorSelect } from '../../question/actor-select.js'
import { breakdownName, breakdownNames } from '../../question/breakdown.js'
import { BreakdownPicker } from '../../question/breakdown-picker.js'
import { FilterBuilder } from '../../question/filter-builder.js'
import { RangePicker } from '../../question/range-picker.js'
import { GrainSelect } from '../../question/controls.js'
import { useUrlState } from '../../router/use-url-state.js'
import { ShareMenu } from '../../share/share-menu.js'
import { PageHead } from '../../shell/page-head.js'
import { Segmented, Select } from '../../ui/field.js'
import { Answered, EmptyState } from '../../ui/states.js'
import { Bars } from './bars.js'
import { Builder } from './builder.js'
import { GroupLegend } from './group-legend.js'
import type { FunnelResult } from './result.js'
import { funnelSheet } from './sheet.js'
import {
  behindText,
  codecs,
  funnelCall,
  isComplete,
  peopleCall,
  readBehind,
  trendCall,
  type Behind,
} from './state.js'
import { GroupTable, StepTable } from './step-table.js'
import { Suggest } from './suggest.js'
import { Trend } from './trend.js'
import { WindowSelect } from './window-select.js'
import '../../styles/figures.css'
import './funnels.css'
import { funnelsText } from '../../text/funnels.js'

export function Funnels() {
  const [state, set] = useUrlState(codecs)
  const ready = isComplete(state)
  const call = ready ? funnelCall(state) : null
  const answer = useAnswer<Data<FunnelResult>>(call)
  const behind = readBehind(state.people)
  const open = (next: Behind): void => set({ people: behindText(next) })
  const result = ready ? (answer.data?.data ?? null) : null
  const calls = call === null ? [] : state.show === 'trend' ? [trendCall(state)] : [call]
  return (
    <>
      <PageHead title={funnelsText.funnels} summary={funnelsText.howManyPeopleCompleteStepsIn}>
        <ShareMenu
          calls={calls}
          sheet={result === null ? null : () => funnelSheet(result, breakdownNames(state.breakdown))}
        />
      </PageHead>
      <section class="card stack" aria-label={funnelsText.query}>
        <Builder state={state} error={answer.error} onChange={set} />
        <div class="row">
          <RangePicker value={state.range} onChange={(range) => set({ range, people: '' })} />
          <ActorSelect value={state.actor} onChange={(actor) => set({ actor, people: '' })} />
          <WindowSelect value={state.window} onChange={(window) => set({ window, people: '' })} />
          <Select
            label={funnelsText.order}
            bare
            value={state.order}
            options={[
              { value: 'loose', label: funnelsText.looseOrder },
              { value: 'strict', label: funnelsText.strictOrder },
              { value: 'any', label: funnelsText.anyOrder },
            ]}
            onChange={(order) => set({ order, people: '' })}
          />
          <BreakdownPicker
            source="events"
            value={state.breakdown}
            onChange={(breakdown) => set({ breakdown, people: '' })}
          />
          <FilterBuilder
            source="events"
            value={state.filters}
            onChange={(filters) => set({ filters, people: '' })}
            scope={state}
            error={answer.error}
          />
        </div>
      </section>
      {!ready ? (
        <section class="card">
          <EmptyState
            icon="funnel"
            title={funnelsText.chooseAtLeastTwoEvents}
            actions={<Suggest onSuggest={(steps) => set({ steps })} />}
          >
            {funnelsText.chooseTheStepsYouExpectPeople}
          </EmptyState>
        </section>
      ) : (
        <section class="card stack" aria-label={funnelsText.result}>
          <div class="spread">
            <Headline result={result} />
            <div class="row">
              {state.show === 'trend' && (
                <GrainSelect
                  value={state.granularity}
                  range={state.range}
                  onChange={(granularity) => set({ granularity })}
                />
              )}
              <Segmented
                label={funnelsText.show}
                value={state.show}
                options={[
                  { value: 'steps', label: funnelsText.steps },
                  { value: 'trend', label: funnelsText.trend },
                  { value: 'times', label: funnelsText.table },
                ]}
                onChange={(show) => set({ show })}
              />
            </div>
          </div>
          {state.show === 'trend' ? (
            <Trend state={state} />
          ) : (
            <Answered
              answer={answer}
              isEmpty={({ data }) => data.steps[0]?.count === 0}
              empty={<NoEntries />}
            >
              {({ data }) =>
                state.show === 'times' ? (
                  <StepTable result={data} />
                ) : (
                  <div class="stack">
                    <GroupLegend groups={data.breakdowns ?? []} />
                    <Bars result={data} steps={state.steps} onPeople={open} />
                  </div>
                )
              }
            </Answered>
          )}
        </section>
      )}
      {result?.breakdowns !== undefined && state.show !== 'trend' && (
        <section class="card flush" aria-label={funnelsText.breakdown}>
          <GroupTable groups={result.breakdowns} field={breakdownName(state.breakdown)} onPeople={open} />
        </section>
      )}
      {ready && behind !== null && (
        <PeopleDrawer
          title={titleOf(behind, state.steps[behind.step - 1]?.event ?? '')}
          call={peopleCall(state, behind)}
          onClose={() => set({ people: '' })}
        />
      )}
    </>
  )
}

function Headline({ result }: { readonly result: FunnelResult | null }) {
  const [first, last] = [result?.steps[0], result?.steps.at(-1)]
  if (result === null || first === undefined || last === undefined) return <div class="headline" />
  return (
    <div class="headline">
      <span class="figure number">{formatPercent(result.overall_conversion)}</span>
      <span class="soft">
        {funnelsText.countOfAllPeopleCompletedAll(formatCount(last.count), formatCount(first.count))}
      </span>
    </div>
  )
}

const NoEntries = () => (
  <EmptyState icon="funnel" title={funnelsText.noPeopleAtTheFirstStep}>
    {funnelsText.chooseALongerRangeFewerFilters}
  </EmptyState>
)

const titleOf = ({ step, outcome, dimension }: Behind, event: string): string =>
  `${outcome === 'converted' ? funnelsText.reached : funnelsText.droppedBefore} ${step}. ${event}${dimension === undefined ? '' : ` (${dimensionName(dimension)})`}`
