import { get } from '../api/call.js'
import type { Data } from '../api/types.js'
import { useShared } from '../api/use-shared.js'
import { Select } from '../ui/field.js'
import { questionText } from '../text/question.js'

/** The types of groups of the workspace, in order; empty until they are loaded. */
export const useGroupTypes = (): readonly string[] =>
  (useShared<Data<readonly { readonly type: string }[]>>(get('/api/v1/groups')).data?.data ?? []).map(
    ({ type }) => type,
  )

interface Props {
  /** '' for people. */
  readonly value: string
  readonly onChange: (actor: string) => void
}

/** A choice of who is counted: people, devices, sessions or groups of one type. */
export function ActorSelect({ value, onChange }: Props) {
  const types = useGroupTypes().map((type) => `group:${type}`)
  const groups = value.startsWith('group:') && !types.includes(value) ? [value, ...types] : types
  return (
    <Select
      label={questionText.count}
      value={value}
      options={[
        { value: '', label: questionText.people },
        { value: 'device', label: questionText.devices },
        { value: 'session', label: questionText.sessions },
        ...groups.map((one) => ({
          value: one,
          label: questionText.groupsOfType(one.slice('group:'.length)),
        })),
      ]}
      onChange={onChange}
    />
  )
}
