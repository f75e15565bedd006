import { useState } from 'preact/hooks'
import { post, type Call } from '../api/call.js'
import { send } from '../api/send.js'
import { reloadShared } from '../api/use-shared.js'
import { FormDialog } from '../ui/form-dialog.js'
import { NameField } from '../ui/name-field.js'
import { toast } from '../ui/toast.js'
import { allRows, mostRows } from './pages.js'
import { peopleText } from '../text/people.js'

interface Props {
  readonly call: Call
  readonly title: string
  readonly total: number
  readonly onClose: () => void
}

/** Saves these people as an audience with a fixed list of members, at most 10,000. */
export function SaveAudience({ call, title, total, onClose }: Props) {
  const [name, setName] = useState(title.slice(0, 200))
  const tooMany = total > mostRows
  const save = async (): Promise<void> => {
    const { data } = await allRows(call)
    const members = data.map(({ device_id, user_id }) => ({
      device_id,
      ...(user_id === null ? {} : { user_id }),
    }))
    await send(post('/api/v1/audiences', { name: name.trim(), definition: { members } }))
    reloadShared('/api/v1/audiences')
    toast(peopleText.audienceNameSaved(name.trim()))
  }
  return (
    <FormDialog
      title={peopleText.saveAsAudience}
      action={peopleText.saveAudience}
      fields={['name']}
      disabled={name.trim() === ''}
      onSubmit={save}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <NameField value={name} onInput={setName} problemOf={problemOf} />
          <p class="soft">
            {tooMany ? peopleText.savesTheFirstPeople(mostRows, total) : peopleText.savesThesePeopleAsAFixed}
          </p>
        </>
      )}
    </FormDialog>
  )
}
