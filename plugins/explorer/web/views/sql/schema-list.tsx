import type { ApiError } from '../../api/error.js'
import { sqlText } from '../../text/sql.js'
import { columnsOf, partsOf, type TableInfo } from './schema.js'

interface Props {
  readonly tables: readonly TableInfo[]
  /** Why the tables could not be loaded. */
  readonly error: ApiError | null
  readonly onChoose: (name: string) => void
}

/** The tables and their fields. A click inserts a name into the statement. */
export const SchemaList = ({ tables, error, onChoose }: Props) => (
  <section class="card sql-schema" aria-label={sqlText.tables}>
    {error !== null && (
      <p class="problem" role="alert">
        {error.message}
      </p>
    )}
    {tables.map((table) => (
      <details key={table.id} open={table.id === 'events'}>
        <summary title={table.description}>
          <span class="mono">{table.table}</span>
        </summary>
        <ul>
          {[...columnsOf(table), ...partsOf(table)].map(({ name, data_type, description }) => (
            <li key={name}>
              <button type="button" title={description} onClick={() => onChoose(name)}>
                <span class="clip">{name}</span>
                <small>{data_type}</small>
              </button>
            </li>
          ))}
        </ul>
      </details>
    ))}
  </section>
)
