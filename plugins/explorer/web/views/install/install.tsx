import { useState } from 'preact/hooks'
import { may } from '../../api/roles.js'
import { workspace } from '../../api/workspace.js'
import { PageHead } from '../../shell/page-head.js'
import { Button } from '../../ui/button.js'
import { Once } from '../../ui/once.js'
import { toast } from '../../ui/toast.js'
import { useAction } from '../../ui/use-action.js'
import { createKey } from '../manage/keys.js'
import { Connect } from '../setup/connect.js'
import { NamesNotice } from './names-notice.js'
import { FirstEvent } from '../setup/first-event.js'
import '../setup/setup.css'

/** How further clients are told to send here. */
export function Install() {
  const [key, setKey] = useState<string | null>(null)
  const { busy, run, problem } = useAction()
  const create = async (): Promise<void> => {
    setKey(await createKey(workspace.value?.id ?? '', { name: 'From the page “Add data”', kind: 'ingest' }))
    toast('The key is made. It is shown this once')
  }
  return (
    <>
      <PageHead
        title="Add data"
        summary="What a product already has sends here unchanged: it needs this address and an ingest key."
      />
      <section class="card stack">
        <div class="section-title">
          <h2>The key</h2>
          {may('admin') && key === null && (
            <Button icon="key" busy={busy} onClick={() => void run(create)}>
              Make an ingest key
            </Button>
          )}
        </div>
        {key === null ? (
          <p class="soft">
            {may('admin')
              ? 'Keys are shown once, when they are made. Put one you have in the place of <ingest key>, or make a new one: it then stands in the snippets.'
              : 'An admin of the workspace hands out ingest keys; put yours in the place of <ingest key>.'}
          </p>
        ) : (
          <Once text={key} what="Key" />
        )}
        {problem !== null && (
          <p class="problem" role="alert">
            {problem.message}
          </p>
        )}
      </section>
      <section class="card stack">
        <h2>The client</h2>
        <Connect ingestKey={key} />
      </section>
      <NamesNotice />
      <FirstEvent />
    </>
  )
}
