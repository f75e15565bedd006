import type { Parameter } from '../api/call.js'
import { questionText } from '../text/question.js'

/** A filter as in JSON bodies of the API; values keep their JSON type. */
export interface Filter {
  readonly field: string
  readonly operator: string
  readonly value?: FilterValue
}

export type FilterValue = string | number | boolean | readonly (string | number | boolean)[]

export const operators: readonly { readonly value: string; readonly label: string; readonly takes: Takes }[] =
  [
    { value: 'in', label: questionText.is, takes: 'many' },
    { value: 'not_in', label: questionText.isNot, takes: 'many' },
    { value: 'contains', label: questionText.contains, takes: 'text' },
    { value: 'not_contains', label: questionText.doesNotContain, takes: 'text' },
    { value: 'starts_with', label: questionText.startsWith, takes: 'text' },
    { value: 'ends_with', label: questionText.endsWith, takes: 'text' },
    { value: 'regex', label: questionText.matches, takes: 'text' },
    { value: 'eq', label: '=', takes: 'one' },
    { value: 'ne', label: '≠', takes: 'one' },
    { value: 'gt', label: '>', takes: 'one' },
    { value: 'gte', label: '≥', takes: 'one' },
    { value: 'lt', label: '<', takes: 'one' },
    { value: 'lte', label: '≤', takes: 'one' },
    { value: 'is_set', label: questionText.isSet, takes: 'nothing' },
    { value: 'is_not_set', label: questionText.isNotSet, takes: 'nothing' },
  ]

/** The values that an operator takes. */
export type Takes = 'many' | 'one' | 'text' | 'nothing'

export const takesOf = (operator: string): Takes =>
  operators.find((one) => one.value === operator)?.takes ?? 'text'

export const isFilter = (value: unknown): value is Filter => {
  const { field, operator } = (value ?? {}) as Partial<Filter>
  return typeof field === 'string' && typeof operator === 'string'
}

/** Filters as the `conditions` parameters of a query string. */
export const conditionsOf = (filters: readonly Filter[]): readonly Parameter[] =>
  filters.flatMap(({ field, operator, value }, index) => [
    [`conditions[${index}][field]`, field] as const,
    [`conditions[${index}][op]`, operator] as const,
    ...valuesOf(value).map((one) => {
      const list = Array.isArray(value) ? '[]' : ''
      return [`conditions[${index}][value]${list}`, String(one)] as const
    }),
  ])

const valuesOf = (value: FilterValue | undefined): readonly (string | number | boolean)[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly string[]) : [value as string]

/** A filter as the text of a chip: “plan is pro”. */
export function wordsOf({ field, operator, value }: Filter): string {
  const name = field.replace(/^(properties|labels|message)\./, '')
  const label = operators.find((one) => one.value === operator)?.label ?? operator
  return [name, label, valuesOf(value).join(', ')].filter((part) => part !== '').join(' ')
}
