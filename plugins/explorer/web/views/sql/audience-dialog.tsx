import { useState } from 'preact/hooks'
import { post } from '../../api/call.js'
import { send } from '../../api/send.js'
import { reloadShared } from '../../api/use-shared.js'
import { idColumns, membersIn, type IdKind } from '../../sql-result/members.js'
import type { SqlResult } from '../../sql-result/result.js'
import { sqlText } from '../../text/sql.js'
import { SegmentedField, SelectField } from '../../ui/choice-fields.js'
import { FormDialog } from '../../ui/form-dialog.js'
import { NameField } from '../../ui/name-field.js'
import { toast } from '../../ui/toast.js'

interface Props {
  readonly result: SqlResult
  readonly name: string
  readonly onClose: () => void
}

const root = '/api/v1/audiences'

/** Saves the people of a column of ids as an audience with a fixed list. */
export function AudienceDialog({ result, onClose, ...given }: Props) {
  const columns = idColumns(result)
  const [name, setName] = useState(given.name)
  const [column, setColumn] = useState(columns[0] ?? '')
  const [chosen, setKind] = useState<IdKind | null>(null)
  const kind = chosen ?? (column === 'device_id' ? 'device_id' : 'user_id')
  const members = membersIn(result, column, kind)
  const save = async (): Promise<void> => {
    await send(post(root, { name: name.trim(), definition: { members } }))
    reloadShared(root)
    toast(sqlText.audienceSaved(name.trim()))
    onClose()
  }
  return (
    <FormDialog
      title={sqlText.saveAudience}
      action={sqlText.saveAudience}
      fields={['name']}
      disabled={name.trim() === '' || members.length === 0}
      onSubmit={save}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <NameField value={name} onInput={setName} problemOf={problemOf} />
          <SelectField
            label={sqlText.idColumn}
            value={column}
            options={columns.map((value) => ({ value, label: value }))}
            onChange={setColumn}
          />
          <SegmentedField
            label={sqlText.idKind}
            value={kind}
            options={[
              { value: 'user_id', label: sqlText.users },
              { value: 'device_id', label: sqlText.devices },
            ]}
            onChange={setKind}
          />
          <p class="soft" role="status">
            {sqlText.audienceOf(members.length, result.truncated === true)}
          </p>
        </>
      )}
    </FormDialog>
  )
}
