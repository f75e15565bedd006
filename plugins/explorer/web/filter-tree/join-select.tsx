import { Select } from '../ui/field.js'
import type { GroupDraft } from './draft.js'
import { setJoin } from './edit.js'
import type { Editor } from './editor.js'
import { joins } from './words.js'
import { filterTreeText } from '../text/filter-tree.js'

interface Props {
  readonly editor: Editor
  readonly group: GroupDraft
  readonly name: string
}

/** Chooses how the items of a group are combined. */
export const JoinSelect = ({ editor, group, name }: Props) => (
  <Select
    label={filterTreeText.groupWhichOfItsConditionsMust(name)}
    bare
    value={group.join}
    options={joins}
    onChange={(join) => editor.change(setJoin(editor.root, group.id, join))}
  />
)
