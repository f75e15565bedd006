const minute = 60
const hour = 3600
const day = 86_400

/** The possible distances between two ticks, in buckets; `step` is the width of a bucket in seconds. */
function stridesOf(step: number): readonly number[] {
  if (step < hour) return [1, 5, 10, 15, 30, 60, 180, 360, 720, 1440]
  if (step < day) return [1, 2, 3, 6, 12, 24, 48, 168]
  if (step < 7 * day) return [1, 2, 7, 14, 28, 91, 182, 364]
  if (step < 28 * day) return [1, 2, 4, 13, 26, 52]
  return [1, 2, 3, 6, 12, 24, 60]
}

const room = 74

/** The buckets that get a tick: as many as fit in `width` pixels. Buckets shorter than a day get ticks at round times. */
export function ticksOf(xs: readonly number[], step: number, width: number): number[] {
  const fitting = Math.max(1, Math.floor(width / room))
  const stride = stridesOf(step).find((one) => xs.length / one <= fitting) ?? Math.ceil(xs.length / fitting)
  const isRound = (x: number): boolean => x % (stride * step) === 0
  const first = step < day && step >= minute ? Math.max(0, xs.findIndex(isRound)) : 0
  return xs.filter((_, index) => index >= first && (index - first) % stride === 0)
}
