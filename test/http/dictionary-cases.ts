import type { RouteCase } from './route-case.js'
import { member } from './route-kinds.js'

const editor = { kind: 'workspace editor', status: 200 } as const
const absent = { ...editor, status: 404 } as const
const file = { version: 1, events: [], properties: [] }

/** Cases of the dictionary. */
export const dictionaryCases: Readonly<Record<string, RouteCase>> = {
  ...Object.fromEntries(
    ['events', 'properties'].flatMap((list): readonly (readonly [string, RouteCase])[] => {
      const root = `/api/v1/dictionary/${list}`
      return [
        [`GET ${root}`, member],
        [`GET ${root}/:name`, { ...member, status: 404, path: `${root}/none` }],
        [`PUT ${root}/:name`, { ...editor, path: `${root}/one`, body: () => ({}) }],
        [`DELETE ${root}/:name`, { ...absent, path: `${root}/none` }],
      ]
    }),
  ),
  'GET /api/v1/dictionary/file': member,
  'POST /api/v1/dictionary/file': { ...editor, query: { keep: 'true' }, body: () => file },
  'GET /api/v1/dictionary/violations': member,
}
