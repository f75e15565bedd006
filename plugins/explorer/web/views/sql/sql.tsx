import { useEffect, useRef, useState } from 'preact/hooks'
import { may } from '../../api/roles.js'
import { choice, json, text } from '../../router/codec.js'
import { useUrlState } from '../../router/use-url-state.js'
import { ShareMenu } from '../../share/share-menu.js'
import { PageHead } from '../../shell/page-head.js'
import { idColumns } from '../../sql-result/members.js'
import { sqlText } from '../../text/sql.js'
import { EmptyState, ErrorState, Loading } from '../../ui/states.js'
import { AudienceDialog } from './audience-dialog.js'
import type { EditorHandle } from './editor/code-editor.js'
import { HistoryMenu } from './history-menu.js'
import { textsOf, type Statement } from './parameters.js'
import { looks, Result } from './result.js'
import { download, formats, isSame, savedCall, useRuns } from './run.js'
import { SavedMenu } from './saved-menu.js'
import { SchemaList } from './schema-list.js'
import { useSchema } from './schema.js'
import { StatementCard } from './statement-card.js'
import { TabStrip } from './tab-strip.js'
import { activeTab, statementIn } from './tabs.js'
import { useTabs } from './use-tabs.js'
import './sql.css'

const isObject = (value: unknown): value is NonNullable<Statement['parameters']> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const codecs = {
  query: text(),
  parameters: json({}, isObject),
  look: choice(['auto', ...looks] as const, 'auto'),
}

const nothing: Statement = { query: '' }

/** The part of the address that has the statement. */
const addressOf = ({ query, parameters = {} }: Statement) => ({ query, parameters })

export function Sql() {
  const [{ query, parameters, look }, set] = useUrlState(codecs)
  const tabs = useTabs()
  const runs = useRuns()
  const { tables, dialect, error: closed } = useSchema()
  const editor = useRef<EditorHandle>(null)
  const tab = activeTab(tabs.state)
  const run = runs.of(tab.id)
  const statement = statementIn(tab, dialect)
  /** The statement of the address that this view has run or put there. */
  const asked = useRef(nothing)
  // Runs the statement of the address: when a link is opened, and when the user goes back in the history.
  useEffect(() => {
    const given = Object.keys(parameters).length === 0 ? { query } : { query, parameters }
    if (isSame(given, asked.current)) return
    asked.current = given
    if (query !== '') void runs.start(tabs.open(query, textsOf(parameters)), given)
  }, [query, JSON.stringify(parameters)])
  const go = (): void => {
    if (tab.text.trim() === '') return
    asked.current = statement
    set(addressOf(statement))
    void runs.start(tab.id, statement)
  }
  const show = (id: string): void => {
    tabs.show(id)
    // The address is that of the shown result.
    asked.current = runs.of(id).statement
    set(addressOf(asked.current), { replace: true })
  }
  const close = (id: string): void => {
    runs.cancel(id)
    tabs.close(id)
    if (id !== tab.id) return
    asked.current = nothing
    set(addressOf(nothing), { replace: true })
  }
  const { result, error, since } = run
  const isRunning = since !== null
  const [isAudience, setAudience] = useState(false)
  const people =
    result !== null && result.rows.length > 0 && idColumns(result).length > 0 && may('editor')
      ? [{ label: sqlText.saveAudience, icon: 'audience' as const, onSelect: () => setAudience(true) }]
      : []
  const files = formats.map((format) => ({
    label: sqlText.exportAs(format),
    icon: 'download' as const,
    onSelect: () => void download(statement, format),
  }))
  if (closed !== null && closed.status === 403) return <ErrorState error={closed} />
  return (
    <>
      <PageHead title={sqlText.title} summary={sqlText.summary}>
        <SavedMenu onChoose={(name, saved) => tabs.openSaved(name, saved)} />
        <HistoryMenu
          onChoose={({ query: text, parameters }) =>
            tabs.change(tab.id, { text, values: { ...tab.values, ...textsOf(parameters) } })
          }
        />
        <ShareMenu calls={[savedCall(statement)]} sheet={null} more={[...people, ...files]} />
      </PageHead>
      <div class="sql-view">
        <SchemaList tables={tables} error={closed} onChoose={(name) => editor.current?.insert(name)} />
        <div class="stack">
          <TabStrip state={tabs.state} onShow={show} onClose={close} onAdd={() => tabs.add()} />
          <StatementCard
            tab={tab}
            known={{ tables, dialect }}
            error={isSame(run.statement, statement) ? error : null}
            isRunning={isRunning}
            handle={editor}
            onInput={(text) => tabs.change(tab.id, { text })}
            onValues={(values) => tabs.change(tab.id, { values })}
            onRun={go}
            onCancel={() => runs.cancel(tab.id)}
            onSaved={(changes) => tabs.change(tab.id, changes)}
          />
          {error?.status !== 422 && (
            <section class="card flush" aria-label={sqlText.result}>
              {isRunning && result === null ? (
                <Loading since={since} onCancel={() => runs.cancel(tab.id)} />
              ) : error !== null ? (
                <ErrorState error={error} onRetry={() => void runs.start(tab.id, run.statement)} />
              ) : result === null ? (
                <EmptyState icon="sql" title={sqlText.noResult}>
                  {sqlText.noResultHint}
                </EmptyState>
              ) : (
                <Result
                  result={result}
                  look={look === 'auto' ? 'table' : look}
                  onLook={(look) => set({ look }, { replace: true })}
                />
              )}
            </section>
          )}
        </div>
      </div>
      {isAudience && result !== null && (
        <AudienceDialog result={result} name={tab.name} onClose={() => setAudience(false)} />
      )}
    </>
  )
}
