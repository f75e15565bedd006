import { get } from '../api/call.js'
import type { Data } from '../api/types.js'
import { useDictionary } from '../dictionary/described.js'
import { aboutOf, inOrder, type Names } from '../dictionary/order.js'
import { useSettled } from '../ui/use-settled.js'
import { sharedPart, useShared, type Shared } from '../api/use-shared.js'
import { dataText } from '../text/data.js'

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
/** The traits of groups among those of group calls. */
const groupTraitsPrefix = 'traits.group.'
const [group, groupTrait, groupsPrefix] = ['group:', 'group_trait:', 'properties.$groups.'] as const

/** The groups of events are properties too; questions name them by their type. */
const asGroup = (name: string): string =>
  name.startsWith(groupsPrefix) ? group + name.slice(groupsPrefix.length) : name

/** The source and the name under which the service lists the values of a field. */
function stored(source: string, field: string): readonly [string, string] {
  if (field.startsWith('trait:')) return [traitsSource, traitsPrefix + field.slice('trait:'.length)]
  if (field.startsWith(group)) return [source, groupsPrefix + field.slice(group.length)]
  if (!field.startsWith(groupTrait)) return [source, field]
  return [traitsSource, groupTraitsPrefix + field.slice(field.indexOf('.') + 1)]
}

/**
 * The fields for filters and breakdowns of metrics of this source: its columns, its most frequent properties, and for
 * events the traits of people. The service searches them.
 */
export function useFields(source: string, wanted: Wanted = {}): Shared<FoundFields> {
  const own = useShared<Data<Fields>>(fieldsOf(source, wanted))
  const traits = useShared<Data<Fields>>(source === 'events' ? fieldsOf(traitsSource, wanted) : null)
  const known = (traits.data?.data.fields ?? []).filter(({ name }) => name.startsWith(traitsPrefix))
  const named = known.map((field) => ({ ...field, name: `trait:${field.name.slice(traitsPrefix.length)}` }))
  return sharedPart(own, ({ data: { fields, truncated } }) => {
    const shown = fields
      .filter(({ data_type }) => data_type !== 'json' && data_type !== 'array')
      .map((field) => ({ ...field, name: asGroup(field.name) }))
    const types = shown.flatMap(({ name }) => (name.startsWith(group) ? [name.slice(group.length)] : []))
    const ofGroups = known.flatMap((field) =>
      field.name.startsWith(groupTraitsPrefix)
        ? types.map((type) => ({
            ...field,
            name: `${groupTrait}${type}.${field.name.slice(groupTraitsPrefix.length)}`,
          }))
        : [],
    )
    return {
      fields: [...shown, ...named, ...ofGroups],
      more: truncated === true || traits.data?.data.truncated === true,
    }
  })
}

const patience = 150

/**
 * The same fields for a picker, plus those the service finds for the typed text if not all fields are loaded. The
 * dictionary says which are hidden or come first.
 */
export function useFieldSearch(source: string, typed: string, type?: 'number'): Shared<FoundFields> {
  const search = useSettled(typed, patience)
  const described = useDictionary('properties', source === 'events')
  const first = useFields(source, type && { type })
  const found = useFields(source, first.data?.more === true ? { search, ...(type && { type }) } : type && { type })
  return sharedPart(first, ({ fields, more }) => {
    const names = new Set(fields.map(({ name }) => name))
    const further = (found.data?.fields ?? []).filter(({ name }) => !names.has(name))
    return { fields: describedFields([...fields, ...further], described), more }
  })
}

const propertyPrefix = 'properties.'

/** Fields of events as the dictionary describes them. */
export const describedFields = (fields: readonly FieldInfo[], names: Names): readonly FieldInfo[] =>
  inOrder(fields, names, propertyOf).map((field) => {
    const about = aboutOf(names.get(propertyOf(field) ?? ''))
    return about === undefined ? field : { ...field, description: about }
  })

const propertyOf = ({ name }: FieldInfo): string | null =>
  name.startsWith(propertyPrefix) ? name.slice(propertyPrefix.length) : null

/** Whether the workspace has reached its limit of property names (PROPERTY_NAMES). */
export const useNamesAreFull = (): boolean =>
  useShared<Data<Fields>>(fieldsOf('events', {})).data?.data.full === true

/** The type of a field; `text` if it is unknown. */
export function useFieldType(source: string, field: string): string {
  const [, name] = stored(source, field)
  const search = name === field ? field : name.replace(/^(traits|properties)\./, '')
  return useFields(source, { search }).data?.fields.find(({ name }) => name === field)?.data_type ?? 'text'
}

/** The request for the values of a field that match `search`, most frequent first; at most 100. */
export function valuesCall(source: string, field: string, search: string) {
  const [from, name] = stored(source, field)
  return get(`/api/v1/data/sources/${from}/values/${encodeURIComponent(name)}`, {
    search,
    limit: 100,
  })
}

export { fieldName } from './field-name.js'

/** The heading that a field is listed under. */
export const fieldGroup = (name: string): string =>
  name.startsWith('trait:')
    ? dataText.traitsOfThePerson
    : name.startsWith(group) || name.startsWith(groupTrait)
      ? dataText.groups
      : name.startsWith('calc.')
        ? dataText.calculated
        : /^(properties|labels|message)\./.test(name)
          ? dataText.properties
          : dataText.fields
