import { useEffect, useState } from 'preact/hooks'

/** Debounces a typed value: returns it once it has not changed for `patience` milliseconds. */
export function useSettled<T>(value: T, patience: number): T {
  const [settled, setSettled] = useState(value)
  const key = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), patience)
    return () => clearTimeout(timer)
    // The key identifies the value; an object is new on every render.
  }, [key])
  return settled
}
