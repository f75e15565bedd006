import { useEffect, useState } from 'preact/hooks'

/**
 * Counts up every so many seconds while the page is visible; 0 never does. A page that was hidden for longer counts as
 * soon as it is visible again.
 */
export function useRefresh(seconds: number): number {
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (seconds <= 0) return undefined
    let last = Date.now()
    const look = (): void => {
      if (document.hidden || Date.now() - last < seconds * 1000) return
      last = Date.now()
      setRound((n) => n + 1)
    }
    const timer = setInterval(look, Math.min(seconds, 10) * 1000)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [seconds])
  return round
}
