import { useState } from 'preact/hooks'
import { post } from '../api/call.js'
import { send } from '../api/send.js'
import type { Data } from '../api/types.js'
import { reloadShared } from '../api/use-shared.js'
import { useAnswer } from '../api/use-answer.js'
import { formatCount } from '../charts/format.js'
import { nodeWords, type FilterNode } from '../question/filter-node.js'
import { FormDialog } from '../ui/form-dialog.js'
import { NameField } from '../ui/name-field.js'
import { toast } from '../ui/toast.js'
import { filterTreeText } from '../text/filter-tree.js'

interface Props {
  readonly filter: FilterNode
  readonly onClose: () => void
}

const root = '/api/v1/audiences'

/** Saves a filter tree as an audience: everyone for whom it holds. */
export function SaveFilter({ filter, onClose }: Props) {
  const [name, setName] = useState('')
  const { data, error } = useAnswer<Data<{ readonly count: number }>>(
    post(`${root}/count`, { definition: { filter } }),
  )
  const count = data?.data.count
  const save = async (): Promise<void> => {
    await send(post(root, { name: name.trim(), definition: { filter } }))
    reloadShared(root)
    toast(filterTreeText.audienceNameSaved(name.trim()))
  }
  return (
    <FormDialog
      title={filterTreeText.saveAsAudience}
      action={filterTreeText.saveAudience}
      fields={['name']}
      disabled={name.trim() === ''}
      onSubmit={save}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <NameField value={name} onInput={setName} problemOf={problemOf} />
          <p>
            <strong>
              {error !== null ? '–' : count === undefined ? '…' : formatCount(count)}{' '}
              {filterTreeText.units.person(count ?? 0)}
            </strong>
            : {nodeWords(filter)}
          </p>
          <p class="soft">{filterTreeText.theAudienceFollowsTheDataA}</p>
        </>
      )}
    </FormDialog>
  )
}
