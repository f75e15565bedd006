/** Who may call a route, and the status of the least call of it. */
export const isPublic = { kind: 'public', status: 200 } as const
export const people = { kind: 'workspace admin, people only' } as const
export const member = { kind: 'workspace viewer', status: 200 } as const
/** Whose it is, is asked after it is found: owned.ts has that. */
export const absent = { kind: 'workspace viewer', status: 404 } as const
/** Whoever comes, with whatever else: without a link's token there is nothing. */
export const noLink = { kind: 'link', status: 404 } as const
export const editor = { kind: 'workspace editor', status: 201 } as const
