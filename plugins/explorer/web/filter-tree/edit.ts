import type { Draft, GroupDraft, Ids, Join } from './draft.js'

/** The group below a node that can hold other nodes: the group itself, or the events of a `did` that count. */
export const groupBelow = (draft: Draft): GroupDraft | null =>
  draft.kind === 'group' ? draft : draft.kind === 'did' ? draft.where : null

/** A group of a tree with the `did` whose events it chooses, if any, and the number of groups around it. */
export interface PlacedGroup {
  readonly group: GroupDraft
  readonly did: Draft | null
}

/** All groups of a tree, from the root down, in their order. */
export function groupsOf(root: GroupDraft): readonly PlacedGroup[] {
  const below = (group: GroupDraft, did: Draft | null): readonly PlacedGroup[] => [
    { group, did },
    ...group.items.flatMap((item) => {
      const inner = groupBelow(item)
      return inner === null ? [] : below(inner, item.kind === 'did' ? item : null)
    }),
  ]
  return below(root, null)
}

/** The group that a node is in, and its index there; null for the root and unknown ids. */
export function placeOf(
  root: GroupDraft,
  id: string,
): { readonly group: GroupDraft; readonly index: number } | null {
  for (const { group } of groupsOf(root)) {
    const index = group.items.findIndex((item) => item.id === id)
    if (index !== -1) return { group, index }
  }
  return null
}

export function find(root: GroupDraft, id: string): Draft | null {
  const place = placeOf(root, id)
  return place === null ? null : (place.group.items[place.index] ?? null)
}

/** Changes the items of one group. */
function inGroup(
  group: GroupDraft,
  id: string,
  change: (items: readonly Draft[]) => readonly Draft[],
): GroupDraft {
  const items = group.items.map((item): Draft => {
    if (item.kind === 'group') return inGroup(item, id, change)
    return item.kind === 'did' ? { ...item, where: inGroup(item.where, id, change) } : item
  })
  return { ...group, items: group.id === id ? change(items) : items }
}

/** Replaces one node by others; without any, it is removed. */
export function replace(root: GroupDraft, id: string, by: (draft: Draft) => readonly Draft[]): GroupDraft {
  const place = placeOf(root, id)
  if (place === null) return root
  return inGroup(root, place.group.id, (items) =>
    items.flatMap((item) => (item.id === id ? by(item) : [item])),
  )
}

export const remove = (root: GroupDraft, id: string): GroupDraft => replace(root, id, () => [])

/** The id of the item after this place in a group, or else of the one before; null if it is the only one. */
export const neighbourOf = ({ items }: GroupDraft, index: number): string | null =>
  (items[index + 1] ?? items[index - 1])?.id ?? null

export function setJoin(root: GroupDraft, id: string, join: Join): GroupDraft {
  if (root.id === id) return { ...root, join }
  return {
    ...root,
    items: root.items.map((item): Draft => {
      if (item.kind === 'group') return setJoin(item, id, join)
      return item.kind === 'did' ? { ...item, where: setJoin(item.where, id, join) } : item
    }),
  }
}

/** Inserts a node into a group before the item of that index. */
export const insert = (root: GroupDraft, groupId: string, index: number, draft: Draft): GroupDraft =>
  inGroup(root, groupId, (items) => [...items.slice(0, index), draft, ...items.slice(index)])

export const append = (root: GroupDraft, groupId: string, draft: Draft): GroupDraft =>
  insert(root, groupId, Infinity, draft)

const holds = (draft: Draft, groupId: string): boolean => {
  const inner = groupBelow(draft)
  return inner !== null && groupsOf(inner).some(({ group }) => group.id === groupId)
}

/** Whether a node may be moved into a group: not into itself. */
export function mayMove(root: GroupDraft, id: string, groupId: string): boolean {
  const draft = find(root, id)
  return draft !== null && !holds(draft, groupId)
}

/** Moves a node into a group, before the item that has this index now. */
export function move(root: GroupDraft, id: string, groupId: string, index: number): GroupDraft {
  const [from, draft] = [placeOf(root, id), find(root, id)]
  if (from === null || draft === null || holds(draft, groupId)) return root
  const shift = from.group.id === groupId && from.index < index ? 1 : 0
  if (from.group.id === groupId && index - shift === from.index) return root
  return insert(remove(root, id), groupId, index - shift, draft)
}

/** Moves a node up (-1) or down (1) among its siblings. */
export function step(root: GroupDraft, id: string, by: -1 | 1): GroupDraft {
  const place = placeOf(root, id)
  if (place === null) return root
  const to = place.index + by
  if (to < 0 || to >= place.group.items.length) return root
  return move(root, id, place.group.id, by === 1 ? to + 1 : to)
}

/** Moves a node out of its group, to behind it. */
export function moveOut(root: GroupDraft, id: string): GroupDraft {
  const from = placeOf(root, id)
  const outer = from === null ? null : aroundGroup(root, from.group.id)
  return outer === null ? root : move(root, id, outer.group.id, outer.index + 1)
}

/** The place of the node that a group is, or belongs to; null for the root. */
export function aroundGroup(root: GroupDraft, groupId: string): ReturnType<typeof placeOf> {
  for (const { group } of groupsOf(root)) {
    const index = group.items.findIndex((item) => groupBelow(item)?.id === groupId)
    if (index !== -1) return { group, index }
  }
  return null
}

/** Puts a node into a new group in its place. */
export const wrap = (root: GroupDraft, id: string, join: Join, ids: Ids): GroupDraft =>
  replace(root, id, (draft) => [{ kind: 'group', id: ids(), join, items: [draft] }])

/** Puts the items of a group in its place. */
export const unwrap = (root: GroupDraft, id: string): GroupDraft =>
  replace(root, id, (draft) => (draft.kind === 'group' ? draft.items : [draft]))
