import { useEffect, useMemo } from 'preact/hooks'
import { me } from '../api/account.js'
import { get } from '../api/call.js'
import { may } from '../api/roles.js'
import type { Data, Mark } from '../api/types.js'
import { useAnswer } from '../api/use-answer.js'
import { reloadShared, useShared, type Shared } from '../api/use-shared.js'
import { workspace } from '../api/workspace.js'
import { boardsCall, type Boards } from '../boards/api.js'
import type { FieldInfo } from '../data/fields.js'
import { useMetrics } from '../data/metrics.js'
import { fileCall } from '../dictionary/api.js'
import { namesOf } from '../dictionary/order.js'
import type { DictionaryFile } from '../dictionary/types.js'
import { questionsCall, type Questions } from '../library/api.js'
import { metricName } from '../data/metric-name.js'
import type { View } from '../router/view.js'
import { useSettled } from '../ui/use-settled.js'
import type { Entry, Section } from './entry.js'
import {
  audienceEntries,
  boardEntries,
  eventEntries,
  fieldEntries,
  markEntries,
  metricEntries,
  questionEntries,
  viewEntries,
} from './lists.js'
import { paletteText } from '../text/palette.js'

const most = 1_000
const mostProperties = 5_000
const patience = 200

type Values = Data<{ readonly values: readonly string[]; readonly truncated?: true }>
type Fields = Data<{ readonly fields: readonly FieldInfo[] }>
type Audiences = Data<{ readonly audiences: Parameters<typeof audienceEntries>[0] }>
type Marks = Data<{ readonly marks: readonly Mark[] }>

const eventNames = '/api/v1/data/sources/events/values/event_name'
const fieldsOf = (source: string) => get(`/api/v1/data/sources/${source}/fields`, { limit: mostProperties })

/** Lists that others change too; they are loaded again whenever the palette opens. */
const changing = ['/api/v1/boards', '/api/v1/questions', '/api/v1/audiences', '/api/v1/marks']
const openedIn = new Set<string>()

export interface Entries {
  readonly entries: readonly Entry[]
  /** The sections whose lists are loaded. */
  readonly loaded: ReadonlySet<Section>
  readonly loading: boolean
}

/** Everything but actions and people. Each list is loaded once; typing searches them here. */
export function useEntries(views: readonly View[], typed: string): Entries {
  const id = workspace.value?.id ?? null
  const listOf = <T>(call: ReturnType<typeof get>): Shared<T> => useShared<T>(id === null ? null : call)
  const boards = listOf<Boards>(boardsCall)
  const questions = listOf<Questions>(questionsCall({ limit: most }))
  const events = listOf<Values>(get(eventNames, { limit: most }))
  const fields = listOf<Fields>(fieldsOf('events'))
  const traits = listOf<Fields>(fieldsOf('user_traits'))
  const audiences = listOf<Audiences>(get('/api/v1/audiences', { limit: most }))
  const marks = listOf<Marks>(get('/api/v1/marks'))
  const metrics = useMetrics()
  const described = listOf<DictionaryFile>(fileCall).data
  const rare = useRareEvents(events.data?.data.truncated === true ? typed : '')

  useEffect(() => {
    if (id === null) return
    if (openedIn.has(id)) changing.forEach(reloadShared)
    openedIn.add(id)
  }, [id])

  const lists: readonly (readonly [Section, Shared<unknown>])[] = [
    ['boards', boards],
    ['questions', questions],
    ['events', events],
    ['properties', fields],
    ['metrics', metrics],
    ['audiences', audiences],
    ['marks', marks],
  ]
  const pending = lists.filter(([, { data, error }]) => data === null && error === null)
  const entries = useMemo(
    () => [
      ...viewEntries(views.filter(mayOpen)),
      ...boardEntries(boards.data?.data.boards ?? []),
      ...questionEntries(questions.data?.data.questions ?? []),
      ...eventEntries([...(events.data?.data.values ?? []), ...rare], namesOf(described?.events ?? [])),
      ...fieldEntries(
        [...(fields.data?.data.fields ?? []), ...traitFields(traits.data)],
        namesOf(described?.properties ?? []),
      ),
      ...metricEntries(metrics.data ?? [], metricName),
      ...audienceEntries(audiences.data?.data.audiences ?? []),
      ...markEntries(marks.data?.data.marks ?? []),
      ...workspaceEntries(),
    ],
    [views.length, ...lists.map(([, { data }]) => data), traits.data, rare, described, id, me.value],
  )
  const known = lists.filter(([, { data }]) => data !== null).map(([section]) => section)
  return {
    entries,
    loaded: new Set<Section>(['views', 'settings', 'workspaces', ...known]),
    loading: id !== null && pending.length > 0,
  }
}

/** Whether a view can be opened by its address alone, by this user. */
const mayOpen = ({ path, role, group, access }: View): boolean =>
  !path.includes(':') && (group !== undefined || access === 'user') && (role === undefined || may(role))

const none: readonly string[] = []

/** Names of events that are not among the most frequent ones, which are loaded at first. */
function useRareEvents(typed: string): readonly string[] {
  const search = useSettled(typed.trim(), patience)
  const answer = useAnswer<Values>(search === '' ? null : get(eventNames, { search, limit: 20 }))
  return answer.data?.data.values ?? none
}

const prefix = 'traits.'

function traitFields(known: Fields | null): readonly FieldInfo[] {
  const fields = known?.data.fields ?? []
  return fields
    .filter(({ name }) => name.startsWith(prefix) && !name.startsWith(`${prefix}group.`))
    .map((field) => ({ ...field, name: `trait:${field.name.slice(prefix.length)}` }))
}

/** The other workspaces of the user. */
const workspaceEntries = (): readonly Entry[] =>
  (me.value?.workspaces ?? [])
    .filter(({ id }) => id !== workspace.value?.id)
    .map(({ slug, name }) => ({
      id: `workspace:${slug}`,
      section: 'workspaces',
      label: name,
      about: paletteText.openThisWorkspace,
      target: { path: '/', state: { workspace: slug } },
    }))
