import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.js'
import { TextField } from '../../ui/field.js'
import { Form } from '../../ui/form.js'
import { useAction } from '../../ui/use-action.js'
import { createWorkspace, slugOf } from '../manage/create-workspace.js'

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
      <h1>Your first workspace</h1>
      <p class="soft">
        A workspace holds the data of one product, separate from all others. You can add more at any time.
      </p>
      <Form onSubmit={() => void run(create)}>
        <TextField
          label="Name"
          value={name}
          onInput={setName}
          placeholder="My product"
          maxLength={200}
          required
          autofocus
          error={problemOf('name') ?? problemOf('slug') ?? problemBeside(['name', 'slug'])}
        />
        <Button look="primary" type="submit" busy={busy} disabled={name.trim() === ''}>
          Create workspace
        </Button>
      </Form>
    </>
  )
}
