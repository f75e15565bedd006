import { useEffect, useState } from 'preact/hooks'
import { text } from '../../router/codec.js'
import { useUrlState } from '../../router/use-url-state.js'
import { ShareMenu } from '../../share/share-menu.js'
import { PageHead } from '../../shell/page-head.js'
import { modKey } from '../../shell/use-keys.js'
import { Button } from '../../ui/button.js'
import { EmptyState, ErrorState, Loading } from '../../ui/states.js'
import { Editor } from './editor.js'
import { HistoryMenu } from './history-menu.js'
import { placeIn } from './place.js'
import { ResultTable } from './result-table.js'
import { download, formats, mostRows, queryCall, useRun, type SqlResult } from './run.js'
import { SchemaList } from './schema-list.js'
import { useSchema } from './schema.js'
import './sql.css'

const codecs = { query: text() }
const example =
  'SELECT event_name, count(*) AS events\nFROM events_v1\nGROUP BY event_name\nORDER BY events DESC'

export function Sql() {
  const [{ query }, set] = useUrlState(codecs)
  const [draft, setDraft] = useState(query === '' ? example : query)
  const { run, start, cancel } = useRun()
  const { tables, error: closed } = useSchema()
  // Runs the statement of the address: when a link is opened, and when the user goes back in the history.
  useEffect(() => {
    if (query === '') return
    setDraft(query)
    void start(query)
  }, [query])
  const go = (statement: string): void => {
    if (statement.trim() === '') return
    if (statement === query) void start(statement)
    else set({ query: statement })
  }
  const { result, error, since } = run
  const isRunning = since !== null
  const files = formats.map((format) => ({
    label: `Export ${format === 'csv' ? 'CSV' : format === 'ndjson' ? 'NDJSON' : 'Parquet'}, all rows`,
    icon: 'download' as const,
    onSelect: () => void download(draft, format),
  }))
  if (closed !== null && closed.status === 403) return <ErrorState error={closed} />
  return (
    <>
      <PageHead
        title="SQL"
        summary="Run one SELECT over the data of this workspace, in the SQL dialect of the storage."
      >
        <HistoryMenu onChoose={setDraft} />
        <ShareMenu calls={[queryCall(draft)]} sheet={null} more={files} />
      </PageHead>
      <div class="sql-view">
        <SchemaList
          tables={tables}
          error={closed}
          onChoose={(name) => setDraft(`${draft}${/\s$/.test(draft) ? '' : ' '}${name}`)}
        />
        <div class="stack">
          <section class="card stack" aria-label="Statement">
            <Editor
              value={draft}
              tables={tables}
              fault={error !== null && run.query === draft ? placeIn(error.message) : null}
              onInput={setDraft}
              onRun={() => go(draft)}
            />
            {error?.status === 422 && (
              <p class="problem" role="alert">
                {error.message}
              </p>
            )}
            <div class="spread">
              <small>
                <kbd>{modKey} Enter</kbd> runs the statement, <kbd>Ctrl Space</kbd> suggests names
              </small>
              <div class="row">
                {isRunning && <Button onClick={cancel}>Cancel</Button>}
                <Button
                  look="primary"
                  busy={isRunning}
                  disabled={draft.trim() === ''}
                  onClick={() => go(draft)}
                >
                  Run
                </Button>
              </div>
            </div>
          </section>
          {error?.status !== 422 && (
            <section class="card flush" aria-label="Result">
              {isRunning && result === null ? (
                <Loading since={since} onCancel={cancel} />
              ) : error !== null ? (
                <ErrorState error={error} onRetry={() => void start(run.query)} />
              ) : result === null ? (
                <EmptyState icon="sql" title="No result yet">
                  Write a SELECT over the listed tables and run it.
                </EmptyState>
              ) : (
                <Answer result={result} />
              )}
            </section>
          )}
        </div>
      </div>
    </>
  )
}

function Answer({ result }: { readonly result: SqlResult }) {
  const { row_count, execution_time_ms, truncated = false } = result
  return (
    <>
      <p class="sql-count soft" role="status">
        {row_count.toLocaleString('en')} {row_count === 1 ? 'row' : 'rows'} in{' '}
        {execution_time_ms.toLocaleString('en')} ms
        {truncated && `: the first ${mostRows.toLocaleString('en')}. Export to get all rows`}
      </p>
      {row_count > 0 && <ResultTable {...result} />}
    </>
  )
}
