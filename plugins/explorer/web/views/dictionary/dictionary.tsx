import { useState } from 'preact/hooks'
import { may } from '../../api/roles.js'
import { respond } from '../../api/send.js'
import { entriesCall, fileCall, violationsCall } from '../../dictionary/api.js'
import { choice, text } from '../../router/codec.js'
import { useUrlState } from '../../router/use-url-state.js'
import { saveFile } from '../../share/csv.js'
import { ShareMenu } from '../../share/share-menu.js'
import { PageHead } from '../../shell/page-head.js'
import { Button } from '../../ui/button.js'
import { Segmented } from '../../ui/field.js'
import { EntryList } from './entry-list.js'
import { ImportDialog } from './import-dialog.js'
import { Violations } from './violations.js'
import './dictionary.css'
import { dictionaryViewText } from '../../text/dictionary-view.js'

const codecs = {
  list: choice(['events', 'properties', 'violations'] as const, 'events'),
  search: text(),
  status: choice(['', 'verified', 'hidden', 'deprecated'] as const, ''),
  range: text('7d'),
}

/** The dictionary: events, properties, and the events that violate it. */
export function DictionaryPage() {
  const [state, set] = useUrlState(codecs)
  const [importing, setImporting] = useState(false)
  const [round, setRound] = useState(0)
  const { list, search, status, range } = state
  const call = list === 'violations' ? violationsCall({ range }) : entriesCall(list, { search, status })
  const save = async (): Promise<void> => {
    const response = await respond(fileCall)
    saveFile('dictionary.json', await response.blob())
  }
  return (
    <div class="stack">
      <PageHead
        title={dictionaryViewText.dictionary}
        summary={dictionaryViewText.whatEventsAndPropertiesMeanAnd}
      >
        <ShareMenu
          calls={[call]}
          sheet={null}
          more={[{ label: dictionaryViewText.exportFile, icon: 'download', onSelect: () => void save() }]}
        />
        {may('editor') && <Button onClick={() => setImporting(true)}>{dictionaryViewText.importFile}</Button>}
      </PageHead>
      <div>
        <Segmented
          label={dictionaryViewText.lists}
          value={list}
          options={[
            { value: 'events', label: dictionaryViewText.events },
            { value: 'properties', label: dictionaryViewText.properties },
            { value: 'violations', label: dictionaryViewText.violations },
          ]}
          onChange={(next) => set({ list: next, search: '', status: '' })}
        />
      </div>
      {list === 'violations' ? (
        <Violations key={round} range={range} onRange={(next) => set({ range: next })} />
      ) : (
        <EntryList
          key={`${list} ${round}`}
          list={list}
          search={search}
          status={status}
          onFilter={(changes) => set(changes, { replace: true })}
        />
      )}
      {importing && (
        <ImportDialog onImported={() => setRound((n) => n + 1)} onClose={() => setImporting(false)} />
      )}
    </div>
  )
}
