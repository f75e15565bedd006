import type { Role } from '../../api/types.js'
import type { Option } from '../../ui/field.js'

export type WorkspaceRole = Exclude<Role, 'platform'>

export const roleOptions: readonly Option<WorkspaceRole>[] = [
  { value: 'viewer', label: 'Viewer: runs queries and views boards' },
  { value: 'editor', label: 'Editor: also edits boards, audiences and marks' },
  { value: 'admin', label: 'Admin: also manages members, keys and everything else' },
]
