/** The calls of the tracking API by name, and by the letter that analytics.js uses. */
export const calls = {
  track: 'track',
  t: 'track',
  identify: 'identify',
  i: 'identify',
  page: 'page',
  p: 'page',
  screen: 'screen',
  s: 'screen',
  group: 'group',
  g: 'group',
  alias: 'alias',
  a: 'alias',
  batch: 'batch',
  b: 'batch',
  import: 'batch',
} as const

/** The meaning of a call's path. */
export type Call = (typeof calls)[keyof typeof calls]
export type MessageType = Exclude<Call, 'batch'>

export const messageTypes = [
  'track',
  'identify',
  'page',
  'screen',
  'group',
  'alias',
] as const satisfies MessageType[]

export const callNames = Object.keys(calls) as (keyof typeof calls)[]
