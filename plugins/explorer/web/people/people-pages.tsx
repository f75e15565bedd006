import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Call } from '../api/call.js'
import type { Page } from '../api/types.js'
import { useAnswer, type Answer } from '../api/use-answer.js'
import { formatCount } from '../charts/format.js'
import { Pager } from '../ui/pager.js'
import { Answered } from '../ui/states.js'
import { isGroupRow } from './group-list.js'
import { PeopleList } from './people-list.js'
import { pageOf } from './pages.js'
import type { PersonRow } from './person.js'

const pageLength = 50

interface Paged {
  readonly answer: Answer<Page<PersonRow>>
  /** Undefined until it is loaded. */
  readonly total: number | undefined
  readonly offset: number
  readonly move: (offset: number) => void
}

/** The people of a request without limit and offset, page by page. Another request starts at its first page. */
export function usePeoplePages(call: Call): Paged {
  const [offset, move] = useState(0)
  const key = JSON.stringify(call)
  useEffect(() => move(0), [key])
  const answer = useAnswer<Page<PersonRow>>(pageOf(call, { limit: pageLength, offset, count_total: true }))
  return { answer, total: answer.data?.total, offset, move }
}

/** The number of people; screen readers announce changes. */
export const PeopleTotal = ({ pages }: { readonly pages: Paged }) => {
  const { total } = pages
  const [one, many] = nounsOf(pages)
  return (
    <p class="soft" role="status">
      {total === undefined ? '' : `${formatCount(total)} ${total === 1 ? one : many}`}
    </p>
  )
}

/** Whether the rows are persons: only these can be an audience. */
export const arePersons = (pages: Paged): boolean => nounsOf(pages) === persons

const persons = ['person', 'people'] as const

function nounsOf({ answer }: Paged): readonly [string, string] {
  const row = answer.data?.data[0]
  if (row === undefined) return persons
  if (isGroupRow(row)) return ['group', 'groups']
  return row.session_id === undefined ? persons : ['session', 'sessions']
}

const asList = (rows: readonly PersonRow[]): ComponentChildren => <PeopleList rows={rows} />

interface Props {
  readonly pages: Paged
  readonly empty?: ComponentChildren
  /** Draws the rows of a page; default: a list. */
  readonly draw?: (rows: readonly PersonRow[]) => ComponentChildren
}

export const PeoplePages = ({ pages: { answer, total, offset, move }, empty, draw = asList }: Props) => (
  <Answered answer={answer} isEmpty={({ data }) => data.length === 0} empty={empty}>
    {({ data, has_more }) => (
      <>
        {draw(data)}
        <Pager
          offset={offset}
          length={data.length}
          limit={pageLength}
          total={total}
          hasMore={has_more}
          onMove={move}
        />
      </>
    )}
  </Answered>
)
