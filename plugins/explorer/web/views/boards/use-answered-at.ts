import { useState } from 'preact/hooks'

/** When a tile was last answered, in milliseconds since 1970; null if none was. */
export function useAnsweredAt(): readonly [number | null, (at: number) => void] {
  const [latest, setLatest] = useState<number | null>(null)
  return [latest, (at) => setLatest((before) => Math.max(before ?? 0, at))]
}
