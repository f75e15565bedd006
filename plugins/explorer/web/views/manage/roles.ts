import type { Role } from '../../api/types.js'
import type { Option } from '../../ui/field.js'
import { manageText } from '../../text/manage.js'

export type WorkspaceRole = Exclude<Role, 'platform'>

export const roleOptions: readonly Option<WorkspaceRole>[] = [
  { value: 'viewer', label: manageText.viewerRunsQueriesAndViews },
  { value: 'editor', label: manageText.editorAlsoEditsBoardsAudiences },
  { value: 'admin', label: manageText.adminAlsoManagesMembersKeysAnd },
]
