/** When properties get a typed column, and lose it. The tables of a workspace are decided independently. */
export interface PromotionRules {
  /** Maximum columns per table; with 0, existing ones are dropped. */
  readonly most: number
  /** Minimum score of a property to be promoted: reads, each with a half-life of one day. */
  readonly asks: number
  /** Minimum rows of a table: smaller ones gain nothing. */
  readonly rows: number
  /** Time in ms without reads after which a column may be dropped for another. */
  readonly idleMs: number
  /**
   * Ms between two checks of a workspace that receives questions; `busyMs` applies while columns are being
   * filled.
   */
  readonly lookMs: number
  readonly busyMs: number
}

/** Returns the default rules with a maximum of `most` columns per table. */
export const promotionRules = (most: number): PromotionRules => ({
  most,
  asks: 20,
  rows: 100_000,
  idleMs: 3 * 86_400_000,
  lookMs: 60_000,
  busyMs: 2_000,
})

/** The default maximum of promoted properties per table. */
export const defaultMostPromoted = 16

/** A promoted column as the tables have it. */
export interface FoundColumn {
  readonly key: string
  readonly name: string
  /** The last known read, in ms since 1970. */
  readonly askedAt: number
  /** Whether every server has it. */
  readonly everywhere: boolean
  /** Whether every part contains its values. */
  readonly whole: boolean
  /** Whether the engine is filling it now. */
  readonly busy: boolean
}

/** The input of a decision about one table. */
export interface PromotionFacts {
  readonly columns: readonly FoundColumn[]
  /** Keys of the properties with a score of at least `asks`, highest first. */
  readonly wanted: readonly string[]
  /** Rows of the table. */
  readonly rows: number
  readonly now: number
}

/** The outcome of a decision. */
export interface PromotionChanges {
  /** Column names. */
  readonly drop: readonly string[]
  /** Property keys. */
  readonly add: readonly string[]
}

/**
 * Returns which columns of a table to drop and to add. A column that the engine is filling is not
 * dropped, because the engine would reject that. Example with `most` = 2:
 *
 *   columns: a (read today), b (read last week)    wanted: a, c    → drop b, add c
 *   columns: a (read today), b (read yesterday)    wanted: a, c    → no change, b is not idle yet
 */
export function decidePromotions(
  { columns, wanted, rows, now }: PromotionFacts,
  rules: PromotionRules,
): PromotionChanges {
  const newestFirst = [...columns].sort((a, b) => b.askedAt - a.askedAt)
  const drop = newestFirst.slice(rules.most).filter(({ busy }) => !busy)
  const kept = newestFirst.filter((one) => !drop.includes(one))
  let taken = kept.length
  const idle = kept.filter(({ busy, askedAt }) => !busy && now - askedAt > rules.idleMs)
  const known = new Set(columns.map(({ key }) => key))
  const add: string[] = []
  for (const key of rows < rules.rows ? [] : wanted) {
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
