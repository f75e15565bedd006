import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

export const members = defineView({
  path: '/members',
  title: viewsText.members,
  icon: 'users',
  group: 'Manage',
  role: 'admin',
  summary: viewsText.theMembersOfTheWorkspaceAnd,
  load: async () => (await import('./members.js')).Members,
})

export const keys = defineView({
  path: '/keys',
  title: viewsText.keys,
  icon: 'key',
  group: 'Manage',
  role: 'admin',
  summary: viewsText.keysThatWriteDataAndKeys,
  load: async () => (await import('./keys-page.js')).KeysPage,
})

export const audit = defineView({
  path: '/audit',
  title: viewsText.auditLog,
  icon: 'history',
  group: 'Manage',
  role: 'admin',
  summary: viewsText.whoChangedWhat,
  load: async () => (await import('./audit.js')).Audit,
})

export const workspaces = defineView({
  path: '/workspaces',
  title: viewsText.workspaces,
  icon: 'settings',
  group: 'Manage',
  role: 'admin',
  summary: viewsText.createRenameAndDelete,
  load: async () => (await import('./workspaces.js')).Workspaces,
})

export const profile = defineView({
  path: '/profile',
  title: viewsText.profile,
  icon: 'person',
  access: 'user',
  summary: viewsText.yourAccountAndItsPassword,
  load: async () => (await import('./profile.js')).Profile,
})

export const reset = defineView({
  path: '/reset/:token',
  title: viewsText.newPassword,
  icon: 'lock',
  access: 'public',
  summary: viewsText.chooseANewPassword,
  load: async () => (await import('./reset.js')).Reset,
})

export const invite = defineView({
  path: '/invite/:token',
  title: viewsText.invite,
  icon: 'person',
  access: 'public',
  summary: viewsText.joinAWorkspace,
  load: async () => (await import('./invite.js')).Invite,
})
