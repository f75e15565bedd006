import type { Role } from '../api/types.js'
import type { Entry, Target } from './entry.js'
import { paletteText } from '../text/palette.js'

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
    label: paletteText.createAnIngestKey,
    about: paletteText.aKeyThatClientsSendData,
    words: paletteText.apiTokenNew,
    role: 'admin',
    dialog: 'key',
  },
  {
    id: 'invite',
    label: paletteText.inviteAMember,
    about: paletteText.membersOfTheWorkspaceAnd,
    words: paletteText.userTeamAdd,
    role: 'admin',
    target: { path: '/members' },
  },
  {
    id: 'create-board',
    label: paletteText.createABoard,
    about: paletteText.anEmptyBoardForSavedQuestions,
    words: paletteText.newDashboard,
    role: 'editor',
    dialog: 'board',
  },
  {
    id: 'create-from-template',
    label: paletteText.createABoardFromATemplate,
    about: paletteText.productWebSiteOrReliability,
    words: paletteText.newDashboardStart,
    role: 'editor',
    dialog: 'template',
  },
  {
    id: 'create-mark',
    label: paletteText.createAMark,
    about: paletteText.aReleaseNewsOrAnIncident,
    words: paletteText.newAnnotation,
    role: 'editor',
    dialog: 'mark',
  },
  {
    id: 'create-audience',
    label: paletteText.createAnAudience,
    about: paletteText.peopleByWhatTheyDidAnd,
    words: paletteText.newSegmentCohort,
    role: 'editor',
    target: { path: '/audiences/new' },
  },
  {
    id: 'add-data',
    label: paletteText.addData,
    about: paletteText.snippetsForClients,
    target: { path: '/install' },
  },
  {
    id: 'copy-link',
    label: paletteText.copyLink,
    about: paletteText.theAddressOfThisView,
    words: paletteText.shareUrl,
  },
  {
    id: 'copy-curl',
    label: paletteText.copyAsCurl,
    about: paletteText.theRequestsOfThisViewFor,
    words: paletteText.apiShare,
    ofView: true,
  },
  {
    id: 'theme-light',
    label: paletteText.lightMode,
    about: paletteText.colorTheme,
    words: paletteText.themeBright,
  },
  {
    id: 'theme-dark',
    label: paletteText.darkMode,
    about: paletteText.colorTheme,
    words: paletteText.themeNight,
  },
  {
    id: 'theme-system',
    label: paletteText.systemMode,
    about: paletteText.lightOrDarkFollowingTheSystem,
    words: paletteText.themeAuto,
  },
  {
    id: 'shortcuts',
    label: paletteText.keyboardShortcuts,
    about: paletteText.whatEachKeyDoes,
    words: paletteText.helpKeys,
    dialog: 'shortcuts',
  },
  { id: 'log-out', label: paletteText.logOut, about: paletteText.endThisSession, words: paletteText.signOut },
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
    const entry = { id: `action:${id}`, section: 'actions', label, about, words } as const
    return target === undefined ? { ...entry, run: () => act(action) } : { ...entry, target }
  })
