import { defineView } from '../../router/view.js'

export const members = defineView({
  path: '/members',
  title: 'Members',
  icon: 'users',
  group: 'Manage',
  role: 'admin',
  summary: 'The members of the workspace, and pending invites',
  load: async () => (await import('./members.js')).Members,
})

export const keys = defineView({
  path: '/keys',
  title: 'Keys',
  icon: 'key',
  group: 'Manage',
  role: 'admin',
  summary: 'Keys that write data, and keys that run queries',
  load: async () => (await import('./keys-page.js')).KeysPage,
})

export const audit = defineView({
  path: '/audit',
  title: 'Audit log',
  icon: 'history',
  group: 'Manage',
  role: 'admin',
  summary: 'Who changed what',
  load: async () => (await import('./audit.js')).Audit,
})

export const workspaces = defineView({
  path: '/workspaces',
  title: 'Workspaces',
  icon: 'settings',
  group: 'Manage',
  role: 'admin',
  summary: 'Create, rename and delete workspaces; their time zone and week start',
  load: async () => (await import('./workspaces.js')).Workspaces,
})

export const profile = defineView({
  path: '/profile',
  title: 'Profile',
  icon: 'person',
  access: 'user',
  summary: 'Your account and its password',
  load: async () => (await import('./profile.js')).Profile,
})

export const reset = defineView({
  path: '/reset/:token',
  title: 'New password',
  icon: 'lock',
  access: 'public',
  summary: 'Choose a new password',
  load: async () => (await import('./reset.js')).Reset,
})

export const invite = defineView({
  path: '/invite/:token',
  title: 'Invite',
  icon: 'person',
  access: 'public',
  summary: 'Join a workspace',
  load: async () => (await import('./invite.js')).Invite,
})
