import { useEffect, useState } from 'preact/hooks'
import { get, post } from '../../api/call.js'
import { asApiError, isAbort, type ApiError } from '../../api/error.js'
import { send } from '../../api/send.js'
import type { Data } from '../../api/types.js'
import { workspace } from '../../api/workspace.js'
import { describedFields, type FieldInfo } from '../../data/fields.js'
import { fileCall } from '../../dictionary/api.js'
import { namesOf } from '../../dictionary/order.js'
import type { DictionaryFile } from '../../dictionary/types.js'
import { sqlName, type Dialect } from './sql-name.js'
import type { SqlResult } from '../../sql-result/result.js'

export interface TableInfo {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly table: string
  readonly fields: readonly FieldInfo[]
}

export interface Schema {
  /** Empty until loaded. */
  readonly tables: readonly TableInfo[]
  readonly dialect: Dialect
  /** Why the schema could not be loaded. */
  readonly error: ApiError | null
}

/** The tables that a statement can use, with their fields as written in the SQL of this storage. */
export function useSchema(): Schema {
  const [schema, setSchema] = useState<Schema>(unknown)
  const id = workspace.value?.id
  useEffect(() => {
    const controller = new AbortController()
    load(controller.signal).then(
      (found) => setSchema({ ...found, error: null }),
      (error: unknown) => {
        if (!isAbort(error)) setSchema({ ...unknown, error: asApiError(error) })
      },
    )
    return () => controller.abort()
  }, [id])
  return schema
}

const unknown: Schema = { tables: [], dialect: 'clickhouse', error: null }

const path = '/api/v1/data/sources'

async function load(signal: AbortSignal): Promise<Omit<Schema, 'error'>> {
  const dialect = await dialectOf(signal)
  type Sources = Data<{ readonly sources: readonly Omit<TableInfo, 'fields'>[] }>
  const [{ data }, dictionary] = await Promise.all([
    send<Sources>(get(path), signal),
    send<DictionaryFile>(fileCall, signal),
  ])
  const names = namesOf(dictionary.properties)
  const tables = await Promise.all(
    data.sources.map(async (source): Promise<TableInfo> => {
      type Fields = Data<{ readonly fields: readonly FieldInfo[] }>
      const { data: found } = await send<Fields>(get(`${path}/${source.id}/fields`), signal)
      // Calculated properties are no columns.
      const stored = found.fields.filter(({ name }) => !name.startsWith('calc.'))
      const own = source.id === 'events' ? describedFields(stored, names) : stored
      const fields = own.map((field) => ({ ...field, name: sqlName(field.name, dialect) }))
      return { ...source, fields }
    }),
  )
  return { tables, dialect }
}

let known: Dialect | null = null

/** The SQL dialect of the storage, recognized by its name for the string type. */
async function dialectOf(signal: AbortSignal): Promise<Dialect> {
  if (known !== null) return known
  const probe = post('/api/v1/data/query', { query: 'SELECT event_name FROM events_v1', limit: 1 })
  const { columns } = await send<SqlResult>(probe, signal)
  known = columns[0]?.data_type === 'text' ? 'postgres' : 'clickhouse'
  return known
}

/** The fields that are columns; partsOf has those inside JSON columns. */
export const columnsOf = ({ fields }: TableInfo): readonly FieldInfo[] =>
  fields.filter(({ name }) => !isPart(name))
export const partsOf = ({ fields }: TableInfo): readonly FieldInfo[] =>
  fields.filter(({ name }) => isPart(name))

const isPart = (name: string): boolean => /\.|->/.test(name)
