/** A clock that a test sets. Give `now` to what takes a clock, such as testService. */
export interface FakeClock {
  /** Returns milliseconds since 1970 UTC. */
  readonly now: () => number
  /** Takes a date, an ISO time or milliseconds; null follows the machine's clock again. */
  set(time: string | number | Date | null): void
  advance(milliseconds: number): void
}

/** Stands still at `start`, or follows the machine's clock if there is none. */
export function fakeClock(start: string | number | Date | null = null): FakeClock {
  const instant = (time: string | number | Date): number => {
    const at = new Date(time).getTime()
    if (Number.isNaN(at)) throw new TypeError(`${String(time)} is not a time`)
    return at
  }
  let fixed = start === null ? null : instant(start)
  return {
    now: () => fixed ?? Date.now(),
    set: (time) => void (fixed = time === null ? null : instant(time)),
    advance: (milliseconds) => void (fixed = (fixed ?? Date.now()) + milliseconds),
  }
}
