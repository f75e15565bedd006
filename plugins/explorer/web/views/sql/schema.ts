import { useEffect, useState } from 'preact/hooks'
import { get } from '../../api/call.js'
import { send } from '../../api/send.js'
import type { Data } from '../../api/types.js'
import { workspace } from '../../api/workspace.js'
import type { FieldInfo } from '../../data/fields.js'

export interface TableInfo {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly table: string
  readonly fields: readonly FieldInfo[]
}

/** The tables that a statement can name, with their fields; empty until they are known. */
export function useSchema(): readonly TableInfo[] {
  const [tables, setTables] = useState<readonly TableInfo[]>([])
  const id = workspace.value?.id
  useEffect(() => {
    const controller = new AbortController()
    const load = async (): Promise<void> => {
      const path = '/api/v1/data/sources'
      type Sources = Data<{ readonly sources: readonly Omit<TableInfo, 'fields'>[] }>
      const { data } = await send<Sources>(get(path), controller.signal)
      const loaded = await Promise.all(
        data.sources.map(async (source): Promise<TableInfo> => {
          type Fields = Data<{ readonly fields: readonly FieldInfo[] }>
          const fields = await send<Fields>(get(`${path}/${source.id}/fields`), controller.signal)
          return { ...source, fields: fields.data.fields }
        }),
      )
      setTables(loaded)
    }
    // Without the list one writes without help; the statement itself says what is wrong.
    load().catch(() => undefined)
    return () => controller.abort()
  }, [id])
  return tables
}

/** Fields that are columns of their own: the parts of a JSON column have its name before them. */
export const columnsOf = ({ fields }: TableInfo): readonly FieldInfo[] =>
  fields.filter(({ name }) => !name.includes('.'))

export const partsOf = ({ fields }: TableInfo): readonly FieldInfo[] =>
  fields.filter(({ name }) => name.includes('.'))
