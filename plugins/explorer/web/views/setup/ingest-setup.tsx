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
import { setupText } from '../../text/setup.js'
import { uiText } from '../../text/ui.js'

/** Creates an ingest key, and shows snippets with it; `of` is the view that the key is named after. */
export function IngestSetup({ of }: { readonly of: string }) {
  const [key, setKey] = useState<string | null>(null)
  const { busy, run, problem } = useAction()
  const create = async (): Promise<void> => {
    setKey(await createKey(workspace.value?.id ?? '', { name: setupText.createdOnPage(of), kind: 'ingest' }))
    toast(setupText.keyCreatedItIsShownOnly)
  }
  return (
    <>
      <section class="card stack">
        <div class="section-title">
          <h2>{setupText.ingestKeyTitle}</h2>
          {may('admin') && key === null && (
            <Button icon="key" busy={busy} onClick={() => void run(create)}>
              {setupText.createIngestKey}
            </Button>
          )}
        </div>
        {key === null ? (
          <p class="soft">
            {may('admin') ? setupText.createAnIngestKeyAndIt : setupText.adminsOfTheWorkspaceCreate}
          </p>
        ) : (
          <Once text={key} copied={uiText.keyCopied} />
        )}
        {problem !== null && (
          <p class="problem" role="alert">
            {problem.message}
          </p>
        )}
      </section>
      <section class="card stack">
        <h2>{setupText.client}</h2>
        <Connect ingestKey={key} />
      </section>
    </>
  )
}
