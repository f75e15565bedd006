import type { Role } from '../../api/types.js'
import type { Option } from '../../ui/field.js'

export type WorkspaceRole = Exclude<Role, 'platform'>

export const roleOptions: readonly Option<WorkspaceRole>[] = [
  { value: 'viewer', label: 'Viewer: looks and asks' },
  { value: 'editor', label: 'Editor: keeps boards, audiences, marks' },
  { value: 'admin', label: 'Admin: members, keys, everything' },
]
