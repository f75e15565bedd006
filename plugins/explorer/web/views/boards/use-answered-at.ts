import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useCallback } from 'preact/hooks'

/**
 * When a tile was last answered, in milliseconds since 1970; null if none was. A signal, so that an answer renders the
 * text that reads it, not the board with all its tiles.
 */
export function useAnsweredAt(): readonly [ReadonlySignal<number | null>, (at: number) => void] {
  const latest = useSignal<number | null>(null)
  const onAnswered = useCallback((at: number) => {
    latest.value = Math.max(latest.peek() ?? 0, at)
  }, [])
  return [latest, onAnswered]
}
