import { post } from '../../api/call.js'
import type { Data } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { formatValue } from '../../charts/format.js'
import { usePeople } from '../../metric/use-people.js'
import { breakdownName } from '../../question/breakdown.js'
import { FilterBuilder } from '../../question/filter-builder.js'
import { RangeBar } from '../../question/range-bar.js'
import { useUrlState } from '../../router/use-url-state.js'
import { ShareMenu } from '../../share/share-menu.js'
import { PageHead } from '../../shell/page-head.js'
import { Answered, EmptyState } from '../../ui/states.js'
import { Table } from '../../ui/table.js'
import { GroupedQuestion } from './question.js'
import {
  bodyOf,
  codecs,
  groupFields,
  keyOf,
  lacks,
  nameOf,
  namesOf,
  valuesOf,
  type Group,
  type GroupedData,
} from './spec.js'
import { shade, Treemap } from './treemap.js'
import './grouped.css'
import { groupedText } from '../../text/grouped.js'

const path = '/api/v1/metrics/grouped'

export function Grouped() {
  const [state, set] = useUrlState(codecs)
  const [openPeople, drawer] = usePeople()
  const body = bodyOf(state)
  const missing = lacks(state)
  const call = missing === null ? post(path, body) : null
  const answer = useAnswer<Data<GroupedData>>(call)
  const open = (group: Group): void =>
    openPeople(post(`${path}/people`, { ...body, ...groupFields(group) }), nameOf(group))
  const groups = answer.data?.data.groups ?? []
  return (
    <>
      <PageHead title={groupedText.composition} summary={groupedText.theValuesOfAFieldBy}>
        <ShareMenu
          calls={call === null ? [] : [call]}
          sheet={() => ({
            name: 'composition',
            columns: [...namesOf(state), 'size', 'intensity'],
            rows: groups.map((group) => [...valuesOf(group), group.size, group.intensity]),
          })}
        />
      </PageHead>
      <GroupedQuestion state={state} onChange={set} />
      <div class="row">
        <RangeBar value={{ range: state.range, timezone: state.timezone }} onChange={set} />
        <FilterBuilder
          source="events"
          value={state.filters}
          onChange={(filters) => set({ filters })}
          scope={state}
          error={answer.error}
        />
      </div>
      {call === null ? (
        <section class="card">
          {missing === 'field' ? (
            <EmptyState icon="treemap" title={groupedText.chooseAField}>
              {groupedText.theGroupsAreTheValuesOf}
            </EmptyState>
          ) : (
            <EmptyState icon="treemap" title={groupedText.chooseAProperty}>
              {groupedText.sizeOrIntensityRequiresA}
            </EmptyState>
          )}
        </section>
      ) : (
        <Answered answer={answer} isEmpty={({ data }) => data.groups.length === 0}>
          {({ data }) => (
            <div class="stack">
              <section class="card stack" aria-label={groupedText.treemap}>
                <div class="spread">
                  <h2>
                    {groupedText.sizeByFieldsTotal(
                      data.size_label,
                      breakdownName(state.group_by),
                      formatValue(data.total_size),
                    )}
                  </h2>
                  <Scale data={data} />
                </div>
                <Treemap data={data} onChoose={open} />
              </section>
              <section class="card flush" aria-label={groupedText.groups}>
                <Table
                  caption={groupedText.groups}
                  rows={data.groups}
                  rowKey={keyOf}
                  onRow={open}
                  columns={[
                    ...namesOf(state).map((title, index) => ({
                      key: `group ${index}`,
                      title,
                      value: (group: Group) => valuesOf(group)[index] ?? '',
                    })),
                    {
                      key: 'size',
                      title: data.size_label,
                      align: 'end',
                      value: ({ size }) => size,
                      render: ({ size }) => formatValue(size),
                    },
                    {
                      key: 'intensity',
                      title: data.intensity_label,
                      align: 'end',
                      value: ({ intensity }) => intensity,
                      render: ({ intensity }) => formatValue(intensity),
                    },
                  ]}
                />
              </section>
            </div>
          )}
        </Answered>
      )}
      {drawer}
    </>
  )
}

/** The legend of the colours. */
const Scale = ({ data }: { readonly data: GroupedData }) => (
  <div class="scale soft">
    <small>{data.intensity_label}</small>
    <span class="number">{formatValue(data.intensity_min)}</span>
    <span
      class="scale-bar"
      style={{ background: `linear-gradient(90deg, ${shade(0)}, ${shade(0.5)}, ${shade(1)})` }}
    />
    <span class="number">{formatValue(data.intensity_max)}</span>
  </div>
)
