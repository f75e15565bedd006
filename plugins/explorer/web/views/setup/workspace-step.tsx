import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.js'
import { TextField } from '../../ui/field.js'
import { Form } from '../../ui/form.js'
import { useAction } from '../../ui/use-action.js'
import { createWorkspace, slugOf } from '../manage/create-workspace.js'
import { setupText } from '../../text/setup.js'

/** Creates the first workspace; the caller then creates its ingest key. */
export function WorkspaceStep({ onCreated }: { readonly onCreated: (workspaceId: string) => Promise<void> }) {
  const [name, setName] = useState('')
  const { busy, run, problemOf, problemBeside } = useAction()
  const create = async (): Promise<void> => {
    const { id } = await createWorkspace(name, slugOf(name))
    await onCreated(id)
  }
  return (
    <>
      <h1>{setupText.yourFirstWorkspace}</h1>
      <p class="soft">{setupText.aWorkspaceHoldsTheDataOf}</p>
      <Form onSubmit={() => void run(create)}>
        <TextField
          label={setupText.name}
          value={name}
          onInput={setName}
          placeholder={setupText.myProduct}
          maxLength={200}
          required
          autofocus
          error={problemOf('name') ?? problemOf('slug') ?? problemBeside(['name', 'slug'])}
        />
        <Button look="primary" type="submit" busy={busy} disabled={name.trim() === ''}>
          {setupText.createWorkspace}
        </Button>
      </Form>
    </>
  )
}
