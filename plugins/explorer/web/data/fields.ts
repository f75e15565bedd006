import { get } from '../api/call.js'
import type { Data } from '../api/types.js'
import { sharedPart, useShared, type Shared } from '../api/use-shared.js'

/** A field of GET /data/sources/:source/fields. */
export interface FieldInfo {
  readonly name: string
  readonly data_type: string
  readonly description: string
}

interface Fields {
  readonly fields: readonly FieldInfo[]
}

const fieldsOf = (source: string) => get(`/api/v1/data/sources/${source}/fields`)
const traitsSource = 'user_traits'
const traitsPrefix = 'traits.'

/**
 * What filters and breakdowns of a metric of this source can name: its columns, the properties that occur, and on
 * events the traits of persons.
 */
export function useFields(source: string): Shared<readonly FieldInfo[]> {
  const own = useShared<Data<Fields>>(fieldsOf(source))
  const traits = useShared<Data<Fields>>(source === 'events' ? fieldsOf(traitsSource) : null)
  const named = (traits.data?.data.fields ?? [])
    .filter(({ name }) => name.startsWith(traitsPrefix))
    .map((field) => ({ ...field, name: `trait:${field.name.slice(traitsPrefix.length)}` }))
  return sharedPart(own, ({ data: { fields } }) => [
    ...fields.filter(({ data_type }) => data_type !== 'json' && data_type !== 'array'),
    ...named,
  ])
}

/** The question for the values of a field that begin to be typed, the most frequent first. */
export function valuesCall(source: string, field: string, search: string) {
  const isTrait = field.startsWith('trait:')
  const name = isTrait ? traitsPrefix + field.slice('trait:'.length) : field
  return get(`/api/v1/data/sources/${isTrait ? traitsSource : source}/values/${encodeURIComponent(name)}`, {
    search,
    limit: 100,
  })
}

/** How a field is shown: without the prefix that only the API needs. */
export const fieldName = (name: string): string => name.replace(/^(properties|labels|message)\./, '')

export const fieldGroup = (name: string): string =>
  name.startsWith('trait:')
    ? 'Traits of the person'
    : /^(properties|labels|message)\./.test(name)
      ? 'Properties'
      : 'Fields'
