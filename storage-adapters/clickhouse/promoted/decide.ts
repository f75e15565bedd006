/** When properties get a column of their own, and lose it. */
export interface PromotionRules {
  /** Columns that a workspace may have; 0: none, those of before are dropped. */
  readonly most: number
  /** A property counts as asked for again and again from so many asks on, each counting half after a day. */
  readonly asks: number
  /** Workspaces with fewer events are as quick without. */
  readonly events: number
  /** A column that nobody has asked for so long, in milliseconds, makes room for another. */
  readonly idleMs: number
  /** Milliseconds between two looks at a workspace that is being asked; `busyMs` while columns are being filled. */
  readonly lookMs: number
  readonly busyMs: number
}

export const promotionRules = (most: number): PromotionRules => ({
  most,
  asks: 20,
  events: 100_000,
  idleMs: 3 * 86_400_000,
  lookMs: 60_000,
  busyMs: 2_000,
})

export const defaultMostPromoted = 16

export interface FoundColumn {
  readonly key: string
  readonly name: string
  /** The time of the last ask that is known, in milliseconds since 1970. */
  readonly askedAt: number
  /** Every server has it. */
  readonly everywhere: boolean
  /** Every part has it. */
  readonly whole: boolean
  /** The engine is filling it. */
  readonly busy: boolean
}

export interface PromotionFacts {
  readonly columns: readonly FoundColumn[]
  /** Properties that are asked for again and again, the most asked first. */
  readonly wanted: readonly string[]
  readonly events: number
  readonly now: number
}

export interface PromotionChanges {
  /** Names of columns. */
  readonly drop: readonly string[]
  /** Property keys. */
  readonly add: readonly string[]
}

/**
 * What is to be changed of a workspace's columns. Example with `most` = 2: columns a (asked today) and b (asked last week), wanted
 * a and c: drops b, adds c. If b was asked yesterday, nothing changes. A column that the engine is filling is not dropped:
 * the engine would refuse that.
 */
export function decidePromotions(
  { columns, wanted, events, now }: PromotionFacts,
  rules: PromotionRules,
): PromotionChanges {
  const newestFirst = [...columns].sort((a, b) => b.askedAt - a.askedAt)
  const drop = newestFirst.slice(rules.most).filter(({ busy }) => !busy)
  const kept = newestFirst.filter((one) => !drop.includes(one))
  let taken = kept.length
  const idle = kept.filter(({ busy, askedAt }) => !busy && now - askedAt > rules.idleMs)
  const known = new Set(columns.map(({ key }) => key))
  const add: string[] = []
  for (const key of events < rules.events ? [] : wanted) {
    if (known.has(key)) continue
    if (taken < rules.most) taken++
    else {
      const oldest = idle.pop()
      if (oldest === undefined) break
      drop.push(oldest)
    }
    add.push(key)
  }
  return { drop: drop.map(({ name }) => name), add }
}
