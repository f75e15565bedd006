import { useState } from 'preact/hooks'
import { me } from '../api/account.js'
import { get, post, put } from '../api/call.js'
import { may } from '../api/roles.js'
import { send } from '../api/send.js'
import type { Data } from '../api/types.js'
import { useAnswer } from '../api/use-answer.js'
import { reloadShared } from '../api/use-shared.js'
import { SelectField } from '../ui/choice-fields.js'
import { FormDialog } from '../ui/form-dialog.js'
import { NameField } from '../ui/name-field.js'
import { Answered } from '../ui/states.js'
import { toast } from '../ui/toast.js'
import { addedTo, isPlainList, membersOf, type Listed, type ListedAudience } from './audience-members.js'
import type { PersonName } from './person.js'
import { peopleText } from '../text/people.js'

interface Props {
  readonly people: readonly PersonName[]
  readonly onDone: () => void
  readonly onClose: () => void
}

const root = '/api/v1/audiences'
const newOne = 'new'
type WithMembers = ListedAudience & { readonly definition: { readonly members?: readonly Listed[] } }

/** Adds people to an audience that lists its members, or to a new one. */
export function AddToAudience({ people, onDone, onClose }: Props) {
  const answer = useAnswer<Data<{ readonly audiences: readonly ListedAudience[] }>>(
    get(root, { limit: 1_000 }),
  )
  const [chosen, setChosen] = useState<string | null>(null)
  const [name, setName] = useState('')
  const lists = (answer.data?.data.audiences ?? []).filter(
    (one) => isPlainList(one) && (may('admin') || one.owner_id === me.value?.user.id),
  )
  const id = chosen ?? lists[0]?.id ?? newOne
  const add = async (): Promise<void> => {
    if (id === newOne) {
      const definition = { members: membersOf(people) }
      await send(post(root, { name: name.trim(), definition }))
      toast(peopleText.audienceNameSaved(name.trim()))
    } else {
      const path = `${root}/${encodeURIComponent(id)}`
      // The list of audiences leaves out the persons that they list.
      const { data } = await send<Data<WithMembers>>(get(path))
      const { members, added } = addedTo(data.definition.members ?? [], people)
      if (added > 0) await send(put(path, { definition: { ...data.definition, members } }))
      toast(peopleText.peopleAdded(added, data.name))
    }
    reloadShared(root)
    onDone()
  }
  return (
    <FormDialog
      title={peopleText.addToAudience}
      action={peopleText.add}
      fields={['name']}
      disabled={answer.data === null || (id === newOne && name.trim() === '')}
      onSubmit={add}
      onClose={onClose}
    >
      {(problemOf) => (
        <Answered answer={answer}>
          {() => (
            <div class="stack">
              <SelectField
                label={peopleText.audience}
                value={id}
                options={[
                  ...lists.map((one) => ({ value: one.id, label: `${one.name} (${one.listed_count})` })),
                  { value: newOne, label: peopleText.newAudience },
                ]}
                onChange={setChosen}
              />
              {id === newOne && <NameField value={name} onInput={setName} problemOf={problemOf} />}
              <p class="soft">{peopleText.peopleCanBeAddedOnlyTo}</p>
            </div>
          )}
        </Answered>
      )}
    </FormDialog>
  )
}
