/** The access of a route, and the status of a minimal call. */
export const isPublic = { kind: 'public', status: 200 } as const
export const people = { kind: 'workspace admin, people only' } as const
export const member = { kind: 'workspace viewer', status: 200 } as const
/** Ownership is checked once the resource is found; see owned.ts. */
export const absent = { kind: 'workspace viewer', status: 404 } as const
/** Without a link's token every caller gets a 404, whatever its credential. */
export const noLink = { kind: 'link', status: 404 } as const
export const editor = { kind: 'workspace editor', status: 201 } as const
/** An unknown job: a known one runs once at a time, and all callers come at once. */
export const absentJob = {
  kind: 'global platform',
  status: 404,
  path: '/api/v1/admin/jobs/none/run',
} as const
