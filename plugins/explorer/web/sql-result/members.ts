import { kindOf } from './cells.js'
import type { SqlResult } from './result.js'

/** A person as an audience lists them. */
export type Member = { readonly user_id: string } | { readonly device_id: string }
export type IdKind = 'user_id' | 'device_id'

/** The columns that may hold ids of people: those of text. The names `user_id` and `device_id` come first. */
export function idColumns({ columns }: Pick<SqlResult, 'columns'>): readonly string[] {
  const names = columns.flatMap((column) => (kindOf(column) === 'text' ? [column.name] : []))
  const known = ['user_id', 'device_id'].filter((name) => names.includes(name))
  return [...new Set([...known, ...names])]
}

/** The people of a column, each once; rows without an id are left out. */
export function membersIn({ columns, rows }: SqlResult, column: string, kind: IdKind): readonly Member[] {
  const index = columns.findIndex(({ name }) => name === column)
  const ids = new Set(
    rows.flatMap((row) => {
      const id = row[index]
      return typeof id === 'string' && id !== '' ? [id] : []
    }),
  )
  return [...ids].map((id) => (kind === 'user_id' ? { user_id: id } : { device_id: id }))
}
