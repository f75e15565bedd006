import { boardCases } from './board-cases.js'
import { dictionaryCases } from './dictionary-cases.js'
import type { RouteCase } from './route-case.js'
import { absent, editor, member, noLink } from './route-kinds.js'
import { tile } from './route-bodies.js'

const anyone = 'workspace viewer, people only'

/** A route below one question that does not exist. */
const ofQuestion = (
  route: string,
  { kind = absent.kind, body }: { readonly kind?: RouteCase['kind']; readonly body?: object } = {},
): Readonly<Record<string, RouteCase>> => {
  const [method = '', pattern = ''] = route.split(' ')
  const path = pattern.replace(':id', 'qst_none').replace(':version', '1')
  return {
    [`${method} /api/v1/questions/${pattern}`]: {
      ...absent,
      kind,
      path: `/api/v1/questions/${path}`,
      ...(body && { body: () => body }),
    },
  }
}

/** Cases of saved questions, of the dictionary, and of boards as far as they are not among the route cases. */
export const libraryCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/v1/questions': member,
  'GET /api/v1/questions/tags': member,
  'POST /api/v1/questions': { ...editor, body: () => ({ name: 'a question', question: tile.question }) },
  ...ofQuestion('GET :id'),
  ...ofQuestion('PUT :id', { body: {} }),
  ...ofQuestion('DELETE :id'),
  ...ofQuestion('GET :id/data'),
  ...ofQuestion('GET :id/uses'),
  ...ofQuestion('GET :id/history', { kind: anyone }),
  ...ofQuestion('POST :id/history/:version/restore'),
  ...ofQuestion('PUT :id/favourite', { kind: anyone }),
  ...ofQuestion('DELETE :id/favourite', { kind: anyone }),
  ...dictionaryCases,
  ...boardCases,
  'GET /api/v1/public/boards/:token': { ...noLink, path: '/api/v1/public/boards/none' },
  'GET /api/v1/public/boards/:token/tiles/:tile/data': {
    ...noLink,
    path: '/api/v1/public/boards/none/tiles/none/data',
  },
}
