import { useState } from 'preact/hooks'
import { may } from '../../api/roles.js'
import { workspace } from '../../api/workspace.js'
import { Button } from '../../ui/button.js'
import { Once } from '../../ui/once.js'
import { toast } from '../../ui/toast.js'
import { useAction } from '../../ui/use-action.js'
import { createKey } from '../manage/keys.js'
import { Connect } from './connect.js'
import './setup.css'

/** Creates an ingest key, and shows snippets with it; `of` is the view that the key is named after. */
export function IngestSetup({ of }: { readonly of: string }) {
  const [key, setKey] = useState<string | null>(null)
  const { busy, run, problem } = useAction()
  const create = async (): Promise<void> => {
    setKey(await createKey(workspace.value?.id ?? '', { name: `Created on “${of}”`, kind: 'ingest' }))
    toast('Key created; it is shown only once')
  }
  return (
    <>
      <section class="card stack">
        <div class="section-title">
          <h2>Ingest key</h2>
          {may('admin') && key === null && (
            <Button icon="key" busy={busy} onClick={() => void run(create)}>
              Create ingest key
            </Button>
          )}
        </div>
        {key === null ? (
          <p class="soft">
            {may('admin')
              ? 'Create an ingest key and it is filled into the snippets below, or replace <ingest key> with a key you have. A key is shown only once, when it is created.'
              : 'Admins of the workspace create ingest keys. Replace <ingest key> in the snippets with yours.'}
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
        <h2>Client</h2>
        <Connect ingestKey={key} />
      </section>
    </>
  )
}
