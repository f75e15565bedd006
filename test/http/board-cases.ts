import type { RouteCase } from './route-case.js'
import { absent } from './route-kinds.js'

/** A route below one board that does not exist. */
const ofBoard = (route: string, more: Partial<RouteCase> = {}): Readonly<Record<string, RouteCase>> => {
  const [method = '', pattern = ''] = route.split(' ')
  const path = pattern.replace(':id', 'brd_none').replace(':tile', 'none').replace(':version', '1')
  return { [`${method} /api/v1/boards/${pattern}`]: { ...absent, path: `/api/v1/boards/${path}`, ...more } }
}

/** Restoring something that does not exist. */
const restoring = (path: string, id: string): Readonly<Record<string, RouteCase>> => ({
  [`POST /api/v1/${path}/:id/restore`]: { ...absent, path: `/api/v1/${path}/${id}/restore` },
})

/** Cases of copies of boards, of undoing deletions, and of the history of boards and audiences. */
export const boardCases: Readonly<Record<string, RouteCase>> = {
  ...ofBoard('POST :id/duplicate', { kind: 'workspace editor', body: () => ({}) }),
  ...restoring('boards', 'brd_none'),
  ...restoring('questions', 'qst_none'),
  ...restoring('audiences', 'aud_none'),
  ...restoring('marks', 'mrk_none'),
  ...ofBoard('POST :id/tiles/:tile/restore'),
  ...ofBoard('GET :id/history', { kind: 'workspace viewer, people only' }),
  ...ofBoard('POST :id/history/:version/restore'),
  'GET /api/v1/audiences/:id/history': {
    ...absent,
    kind: 'workspace viewer, people only',
    path: '/api/v1/audiences/aud_none/history',
  },
  'POST /api/v1/audiences/:id/history/:version/restore': {
    ...absent,
    path: '/api/v1/audiences/aud_none/history/1/restore',
  },
}
