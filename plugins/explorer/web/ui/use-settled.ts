import { useEffect, useState } from 'preact/hooks'

/** A value that is typed, once nothing has been typed for a moment: what it stands for is asked then, not at every letter. */
export function useSettled<T>(value: T, patience: number): T {
  const [settled, setSettled] = useState(value)
  const key = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), patience)
    return () => clearTimeout(timer)
    // The key is the value; an object is a new one with every rendering.
  }, [key])
  return settled
}
