import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { asApiError, type ApiError } from '../api/error.js'
import { ErrorState, Loading } from '../ui/states.js'

interface Lazy<P> {
  readonly component: ComponentType<P>
  readonly preload: () => void
}

/** A component whose code is loaded when it is first rendered, or before that by `preload`. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): Lazy<P> {
  let loaded: ComponentType<P> | null = null
  let loading: Promise<void> | null = null

  const begin = (): Promise<void> => {
    loading ??= load().then(
      (component) => {
        loaded = component
      },
      (error: unknown) => {
        loading = null
        throw error
      },
    )
    return loading
  }

  function Component(props: P) {
    const [, setRound] = useState(0)
    const [error, setError] = useState<ApiError | null>(null)
    const show = (): void => {
      setError(null)
      begin().then(
        () => setRound((n) => n + 1),
        (reason: unknown) => setError(asApiError(reason)),
      )
    }
    const seen = loaded
    useEffect(() => {
      // If it was not loaded at rendering, load it and render again.
      if (seen === null) show()
    }, [])
    if (error !== null) return <ErrorState error={error} onRetry={show} />
    if (loaded === null) return <Loading />
    const Loaded = loaded
    return <Loaded {...props} />
  }

  return {
    component: Component,
    // The component shows the error when it is rendered.
    preload: () => void begin().catch(() => undefined),
  }
}
