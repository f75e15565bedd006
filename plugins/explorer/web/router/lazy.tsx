import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { asApiError, type ApiError } from '../api/error.js'
import { ErrorState, Loading } from '../ui/states.js'

/** A component whose code is loaded when it is first shown. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null
  return function Lazy(props: P) {
    const [, setRound] = useState(0)
    const [error, setError] = useState<ApiError | null>(null)
    const begin = (): void => {
      setError(null)
      load().then(
        (component) => {
          loaded = component
          setRound((n) => n + 1)
        },
        (reason: unknown) => setError(asApiError(reason)),
      )
    }
    useEffect(() => {
      if (loaded === null) begin()
    }, [])
    if (error !== null) return <ErrorState error={error} onRetry={begin} />
    if (loaded === null) return <Loading />
    const Loaded = loaded
    return <Loaded {...props} />
  }
}
