import { useEffect, useState } from 'preact/hooks'
import { get, parameters, withQuery } from '../../api/call.js'
import type { Page } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { GroupList, type GroupRow } from '../../people/group-list.js'
import { useGroupTypes } from '../../question/actor-select.js'
import { RangePicker } from '../../question/range-picker.js'
import { text } from '../../router/codec.js'
import { useUrlState } from '../../router/use-url-state.js'
import { ShareMenu } from '../../share/share-menu.js'
import { PageHead } from '../../shell/page-head.js'
import { Select } from '../../ui/field.js'
import { Pager } from '../../ui/pager.js'
import { Answered, EmptyState } from '../../ui/states.js'
import { groupsText } from '../../text/groups.js'

const codecs = { type: text(), range: text('90d') }
const limit = 50

/** The groups of one type with an event in the range, most recently seen first. */
export function Groups() {
  const [state, set] = useUrlState(codecs)
  const [offset, move] = useState(0)
  const types = useGroupTypes()
  const type = state.type === '' ? (types[0] ?? '') : state.type
  const call =
    type === '' ? null : get(`/api/v1/groups/${encodeURIComponent(type)}`, parameters({ range: state.range }))
  const key = JSON.stringify(call)
  useEffect(() => move(0), [key])
  const answer = useAnswer<Page<GroupRow>>(call && withQuery(call, { limit, offset, count_total: true }))
  return (
    <>
      <PageHead title={groupsText.groups} summary={groupsText.companiesAndOtherGroupsOf}>
        {call !== null && <ShareMenu calls={[call]} sheet={null} />}
      </PageHead>
      <section class="card row" aria-label={groupsText.query}>
        <Select
          label={groupsText.type}
          value={type}
          options={(types.includes(type) || type === '' ? types : [type, ...types]).map((one) => ({
            value: one,
            label: one,
          }))}
          onChange={(next) => set({ type: next })}
        />
        <RangePicker value={state.range} onChange={(range) => set({ range })} />
      </section>
      <section class="card stack" aria-label={groupsText.result}>
        {call === null ? (
          <NoGroups />
        ) : (
          <Answered answer={answer} isEmpty={({ data }) => data.length === 0} empty={<NoGroups />}>
            {({ data, has_more, total }) => (
              <>
                <GroupList rows={data} />
                <Pager
                  offset={offset}
                  length={data.length}
                  limit={limit}
                  total={total}
                  hasMore={has_more}
                  onMove={move}
                />
              </>
            )}
          </Answered>
        )}
      </section>
    </>
  )
}

const NoGroups = () => (
  <EmptyState icon="audience" title={groupsText.noGroupsInThisRange}>
    {groupsText.sendAGroupCallOrName}
  </EmptyState>
)
