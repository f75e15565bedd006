import { get } from '../api/call.js'
import type { Data } from '../api/types.js'
import { useSettled } from '../ui/use-settled.js'
import { sharedPart, useShared, type Shared } from '../api/use-shared.js'

/** A field of GET /data/sources/:source/fields. */
export interface FieldInfo {
  readonly name: string
  readonly data_type: string
  readonly description: string
}

interface Fields {
  readonly fields: readonly FieldInfo[]
  /** More fields match than are listed. */
  readonly truncated?: true
  /** The workspace has reached its limit of property names. */
  readonly full?: true
}

/** Fields of a source as loaded; `more` says whether the source has others. */
export interface FoundFields {
  readonly fields: readonly FieldInfo[]
  readonly more: boolean
}

/** The number of fields loaded at first; others are found by typing. */
const mostNames = 100

interface Wanted {
  readonly search?: string
  /** Only properties that occur with this type. */
  readonly type?: 'number'
}

const fieldsOf = (source: string, { search = '', type }: Wanted) =>
  get(`/api/v1/data/sources/${source}/fields`, { search, ...(type && { type }), limit: mostNames })
const traitsSource = 'user_traits'
const traitsPrefix = 'traits.'

/**
 * The fields for filters and breakdowns of metrics of this source: its columns, its most frequent properties, and for
 * events the traits of people. The service searches them.
 */
export function useFields(source: string, wanted: Wanted = {}): Shared<FoundFields> {
  const own = useShared<Data<Fields>>(fieldsOf(source, wanted))
  const traits = useShared<Data<Fields>>(source === 'events' ? fieldsOf(traitsSource, wanted) : null)
  const named = (traits.data?.data.fields ?? [])
    .filter(({ name }) => name.startsWith(traitsPrefix))
    .map((field) => ({ ...field, name: `trait:${field.name.slice(traitsPrefix.length)}` }))
  return sharedPart(own, ({ data: { fields, truncated } }) => ({
    fields: [...fields.filter(({ data_type }) => data_type !== 'json' && data_type !== 'array'), ...named],
    more: truncated === true || traits.data?.data.truncated === true,
  }))
}

const patience = 150

/** The same fields, plus those the service finds for the typed text if not all fields are loaded. */
export function useFieldSearch(source: string, typed: string, type?: 'number'): Shared<FoundFields> {
  const search = useSettled(typed, patience)
  const first = useFields(source, type && { type })
  const found = useFields(source, first.data?.more === true ? { search, ...(type && { type }) } : type && { type })
  return sharedPart(first, ({ fields, more }) => {
    const names = new Set(fields.map(({ name }) => name))
    const further = (found.data?.fields ?? []).filter(({ name }) => !names.has(name))
    return { fields: [...fields, ...further], more }
  })
}

/** Whether the workspace has reached its limit of property names (PROPERTY_NAMES). */
export const useNamesAreFull = (): boolean =>
  useShared<Data<Fields>>(fieldsOf('events', {})).data?.data.full === true

/** The type of a field; `text` if it is unknown. */
export function useFieldType(source: string, field: string): string {
  const search = field.startsWith('trait:') ? field.slice('trait:'.length) : field
  return useFields(source, { search }).data?.fields.find(({ name }) => name === field)?.data_type ?? 'text'
}

/** The request for the values of a field that match `search`, most frequent first; at most 100. */
export function valuesCall(source: string, field: string, search: string) {
  const isTrait = field.startsWith('trait:')
  const name = isTrait ? traitsPrefix + field.slice('trait:'.length) : field
  return get(`/api/v1/data/sources/${isTrait ? traitsSource : source}/values/${encodeURIComponent(name)}`, {
    search,
    limit: 100,
  })
}

export { fieldName } from './field-name.js'

/** The heading that a field is listed under. */
export const fieldGroup = (name: string): string =>
  name.startsWith('trait:')
    ? 'Traits of the person'
    : /^(properties|labels|message)\./.test(name)
      ? 'Properties'
      : 'Fields'
