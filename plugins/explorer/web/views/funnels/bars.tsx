import { formatCount, formatPercent, formatSeconds } from '../../charts/format.js'
import { colorOf } from '../../charts/line.js'
import { dimensionKey, dimensionName } from '../../data/dimension.js'
import { nodeWords } from '../../question/filter-node.js'
import type { FunnelGroup, FunnelResult, StepResult } from './result.js'
import type { Behind, Step } from './state.js'
import { funnelsText } from '../../text/funnels.js'

interface Props {
  readonly result: FunnelResult
  readonly steps: readonly Step[]
  readonly onPeople: (behind: Behind) => void
}

/** The number of groups that can be distinguished as bars; the table lists all of them. */
export const mostGroups = 6

/** A column per step: the people who reached it, and above them the people who dropped before it. */
export function Bars({ result, steps, onPeople }: Props) {
  const groups = result.breakdowns?.slice(0, mostGroups)
  const filtered = steps.some(({ filters = [] }) => filters.length > 0)
  return (
    <div class="funnel-scroll" tabIndex={0} role="region" aria-label={funnelsText.stepsOfTheFunnel}>
      <ol class="funnel">
        {result.steps.map((step, index) => (
          <li key={step.step}>
            <header>
              <span class="step-number">{step.step}</span>
              <strong class="clip" title={step.event}>
                {step.event}
              </strong>
              {filtered && <small class="clip">{steps[index]?.filters?.map(nodeWords).join(' · ')}</small>}
            </header>
            <div class="funnel-bars">
              {groups === undefined || groups.length === 0 ? (
                <Bar step={step} entered={result.steps[0]?.count ?? 0} onPeople={onPeople} />
              ) : (
                groups.map((group, place) => (
                  <GroupBar
                    key={dimensionKey(group)}
                    group={group}
                    index={index}
                    place={place}
                    onPeople={onPeople}
                  />
                ))
              )}
            </div>
            <Numbers step={step} onPeople={onPeople} />
          </li>
        ))}
      </ol>
    </div>
  )
}

interface BarProps {
  readonly step: StepResult
  readonly entered: number
  readonly color?: string
  readonly dimension?: string
  readonly onPeople: (behind: Behind) => void
}

function Bar({ step, entered, color, dimension, onPeople }: BarProps) {
  const share = entered === 0 ? 0 : step.count / entered
  const lost = entered === 0 ? 0 : step.drop_off / entered
  const words =
    dimension === undefined ? wordsOf(step, share) : wordsOfGroup(step, share, dimensionName(dimension))
  const open = (outcome: Behind['outcome']) => (): void =>
    onPeople({ step: step.step, outcome, ...(dimension === undefined ? {} : { dimension }) })
  // Without groups, the numbers below open the same lists, and are never too small to hit.
  const tabIndex = dimension === undefined ? -1 : 0
  return (
    <div class="funnel-bar" style={{ '--bar': color ?? 'var(--accent)' }}>
      {lost > 0 && (
        <button
          type="button"
          class="lost"
          tabIndex={tabIndex}
          style={{ flexBasis: `${lost * 100}%` }}
          title={words.dropped}
          aria-label={words.droppedBefore}
          onClick={open('dropped')}
        />
      )}
      {step.count > 0 && (
        <button
          type="button"
          class="kept"
          tabIndex={tabIndex}
          style={{ flexBasis: `${share * 100}%` }}
          title={words.people}
          aria-label={words.reached}
          onClick={open('converted')}
        />
      )}
    </div>
  )
}

function wordsOf({ step, count, drop_off }: StepResult, share: number) {
  const [people, dropped, percent] = [formatCount(count), formatCount(drop_off), formatPercent(share)]
  return {
    dropped: funnelsText.peopleDropped(dropped),
    droppedBefore: funnelsText.peopleDroppedBefore(dropped, step),
    people: funnelsText.peopleWithShare(people, percent),
    reached: funnelsText.peopleReached(people, percent, step),
  }
}

function wordsOfGroup({ step, count, drop_off }: StepResult, share: number, group: string) {
  const [people, dropped, percent] = [formatCount(count), formatCount(drop_off), formatPercent(share)]
  return {
    dropped: funnelsText.peopleDroppedOf(dropped, group),
    droppedBefore: funnelsText.peopleDroppedBeforeOf(dropped, step, group),
    people: funnelsText.peopleWithShareOf(people, percent, group),
    reached: funnelsText.peopleReachedOf(people, percent, step, group),
  }
}

interface GroupBarProps {
  readonly group: FunnelGroup
  readonly index: number
  readonly place: number
  readonly onPeople: (behind: Behind) => void
}

function GroupBar({ group, index, place, onPeople }: GroupBarProps) {
  const step = group.steps[index]
  if (step === undefined) return null
  const entered = group.steps[0]?.count ?? 0
  return (
    <Bar
      step={step}
      entered={entered}
      color={colorOf(place)}
      dimension={dimensionKey(group)}
      onPeople={onPeople}
    />
  )
}

function Numbers({
  step,
  onPeople,
}: {
  readonly step: StepResult
  readonly onPeople: (behind: Behind) => void
}) {
  const { step: number, count, overall_rate, step_rate, drop_off, median_seconds } = step
  return (
    <dl class="numbers">
      <dt class="hidden">{funnelsText.reached}</dt>
      <dd>
        <button
          type="button"
          class="plain-link"
          onClick={() => onPeople({ step: number, outcome: 'converted' })}
        >
          <strong class="number">{formatCount(count)}</strong>
        </button>{' '}
        <span class="number soft">{formatPercent(overall_rate)}</span>
      </dd>
      {number > 1 && (
        <>
          <dt class="hidden">{funnelsText.fromThePreviousStep}</dt>
          <dd class="soft">
            <span class="number">{funnelsText.shareOfStep(formatPercent(step_rate), number - 1)}</span>
            {median_seconds !== null && (
              <span title={funnelsText.medianTimeFromThePreviousStep}>
                {' '}
                · {formatSeconds(Math.round(median_seconds))}
              </span>
            )}
          </dd>
          <dt class="hidden">{funnelsText.dropped}</dt>
          <dd>
            <button
              type="button"
              class="plain-link dropped"
              disabled={drop_off === 0}
              onClick={() => onPeople({ step: number, outcome: 'dropped' })}
            >
              <span class="number">{funnelsText.minusDropped(formatCount(drop_off))}</span>
            </button>
          </dd>
        </>
      )}
    </dl>
  )
}
