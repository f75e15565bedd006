import type { Role } from '../api/types.js'
import type { Entry, Target } from './entry.js'

/** The dialogs that actions open over the current view. */
export const dialogs = ['key', 'board', 'template', 'mark', 'shortcuts'] as const
export type DialogName = (typeof dialogs)[number]

export interface Action {
  readonly id: string
  readonly label: string
  readonly about: string
  readonly words?: string
  /** The lowest role that may do it; default: any member. */
  readonly role?: Exclude<Role, 'platform'>
  /** Whether it concerns the requests of the open view. */
  readonly ofView?: true
  readonly dialog?: DialogName
  readonly target?: Target
}

const all: readonly Action[] = [
  {
    id: 'create-key',
    label: 'Create an ingest key',
    about: 'A key with which a client sends data',
    words: 'api token new',
    role: 'admin',
    dialog: 'key',
  },
  {
    id: 'invite',
    label: 'Invite a member',
    about: 'Members of the workspace, and invites',
    words: 'user team add',
    role: 'admin',
    target: { path: '/members' },
  },
  {
    id: 'create-board',
    label: 'Create a board',
    about: 'An empty board for saved questions',
    words: 'new dashboard',
    role: 'editor',
    dialog: 'board',
  },
  {
    id: 'create-from-template',
    label: 'Create a board from a template',
    about: 'Product, web site or reliability, from the data of this workspace',
    words: 'new dashboard start',
    role: 'editor',
    dialog: 'template',
  },
  {
    id: 'create-mark',
    label: 'Create a mark',
    about: 'A release, news or an incident, shown on every chart',
    words: 'new annotation',
    role: 'editor',
    dialog: 'mark',
  },
  {
    id: 'create-audience',
    label: 'Create an audience',
    about: 'People by what they did and who they are',
    words: 'new segment cohort',
    role: 'editor',
    target: { path: '/audiences/new' },
  },
  { id: 'add-data', label: 'Add data', about: 'Snippets for clients', target: { path: '/install' } },
  { id: 'copy-link', label: 'Copy link', about: 'The address of this view', words: 'share url' },
  {
    id: 'copy-curl',
    label: 'Copy as curl',
    about: 'The requests of this view for a terminal',
    words: 'api share',
    ofView: true,
  },
  { id: 'theme-light', label: 'Light mode', about: 'Colours of the pages', words: 'theme bright' },
  { id: 'theme-dark', label: 'Dark mode', about: 'Colours of the pages', words: 'theme night' },
  {
    id: 'theme-system',
    label: 'Mode of the system',
    about: 'Light or dark, as the system',
    words: 'theme auto',
  },
  {
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    about: 'What each key does',
    words: 'help keys',
    dialog: 'shortcuts',
  },
  { id: 'log-out', label: 'Log out', about: 'End this session', words: 'sign out' },
]

/**
 * The actions that a role may use.
 * @param may whether the user has this role or a higher one
 * @param hasCalls whether the open view has requests
 */
export const offeredActions = (may: (role: Role) => boolean, hasCalls: boolean): readonly Action[] =>
  all.filter(({ role, ofView }) => (role === undefined || may(role)) && (ofView === undefined || hasCalls))

export const actionEntries = (actions: readonly Action[], act: (action: Action) => void): readonly Entry[] =>
  actions.map((action) => {
    const { id, label, about, words = '', target } = action
    const entry = { id: `action:${id}`, section: 'Actions', label, about, words } as const
    return target === undefined ? { ...entry, run: () => act(action) } : { ...entry, target }
  })
