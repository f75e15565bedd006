import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.js'
import { copy } from '../../ui/copy.js'
import { Segmented } from '../../ui/field.js'
import { snippetsOf } from './snippets.js'
import { setupText } from '../../text/setup.js'

/** The placeholder in the snippets while no key is known. */
const noKey = setupText.ingestKeyPlaceholder

/** Snippets that connect a client, with the ingest key filled in. */
export function Connect({ ingestKey }: { readonly ingestKey: string | null }) {
  const [chosen, setChosen] = useState('curl')
  const snippets = snippetsOf(location.origin, ingestKey ?? noKey)
  const shown = snippets.find(({ id }) => id === chosen) ?? snippets[0]
  if (shown === undefined) return null
  return (
    <div class="connect">
      <Segmented
        label={setupText.client}
        value={shown.id}
        options={snippets.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={setChosen}
      />
      <p class="soft">{shown.about}</p>
      <div class="snippet">
        <pre class="code" tabIndex={0} aria-label={setupText.snippetForTitle(shown.title)}>
          {shown.code}
        </pre>
        <Button small icon="copy" onClick={() => void copy(shown.code, setupText.snippetCopied)}>
          {setupText.copy}
        </Button>
      </div>
    </div>
  )
}
