import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ApiError } from '../api/error.js'
import type { Answer } from '../api/use-answer.js'
import type { Shared } from '../api/use-shared.js'
import { Button } from './button.js'
import { Icon, type IconName } from './icon.js'
import { uiText } from '../text/ui.js'

interface StateProps {
  readonly icon: IconName
  readonly title: string
  readonly children?: ComponentChildren
  readonly actions?: ComponentChildren
  /** Whether it is the whole page, whose heading is then this title. */
  readonly isPage?: boolean
}

const State = ({ icon, title, children, actions, isPage = false }: StateProps) => (
  <div class="state">
    <span class="state-icon">
      <Icon name={icon} size={22} />
    </span>
    {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
    {children !== undefined && <div class="state-text">{children}</div>}
    {actions !== undefined && <div class="state-actions">{actions}</div>}
  </div>
)

/** Says that there is nothing to show, and what to do about it. */
export const EmptyState = (props: Omit<StateProps, 'icon'> & { readonly icon?: IconName }) => (
  <State {...props} icon={props.icon ?? 'search'} />
)

/** Shown instead of a view that requires a higher role. */
export const NoRight = ({ needed }: { readonly needed: string }) => (
  <State icon="lock" title={uiText.youDoNotHaveAccess} isPage>
    {uiText.thisPageRequiresTheRoleRole(needed)}
  </State>
)

/** An error with its details, and a button that retries. */
export function ErrorState({ error, onRetry }: { readonly error: ApiError; readonly onRetry?: () => void }) {
  if (error.status === 403)
    return (
      <State icon="lock" title={uiText.youDoNotHaveAccess}>
        {sentence(error.message)}
      </State>
    )
  const actions = onRetry && (
    <Button icon="refresh" onClick={onRetry}>
      {uiText.tryAgain}
    </Button>
  )
  return (
    <State icon="alert" title={titles[error.code] ?? uiText.theRequestFailed} actions={actions}>
      <p role="alert">{sentence(error.message)}</p>
      {error.details.length > 1 && (
        <ul>
          {error.details.map(({ path, message }) => (
            <li key={path}>{message}</li>
          ))}
        </ul>
      )}
      {error.status >= 500 && error.requestId !== null && (
        <p class="faint">{uiText.requestId(error.requestId)}</p>
      )}
    </State>
  )
}

const titles: Readonly<Record<string, string>> = {
  VALIDATION_ERROR: uiText.thisRequestIsInvalid,
  TIMEOUT: uiText.theRequestTimedOut,
  RATE_LIMITED: uiText.tooManyRequests,
  UNAVAILABLE: uiText.temporarilyUnavailable,
  NOT_FOUND: uiText.notFound,
  OFFLINE: uiText.noConnection,
}

/** An error message with a final period. */
export const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)

const quietFor = 250
const slowFrom = 3_000

/** Milliseconds until Loading says something else, after having waited. */
function untilNext(waited: number): number {
  if (waited < quietFor) return quietFor - waited
  return waited < slowFrom ? slowFrom - waited : 1_000 - (waited % 1_000)
}

/**
 * Empty for 250 ms, then “Loading…”; after three seconds the elapsed time and a Cancel button. `since` in milliseconds
 * since 1970.
 */
export function Loading({ since, onCancel }: { readonly since?: number; readonly onCancel?: () => void }) {
  const [begun] = useState(() => since ?? Date.now())
  const [now, setNow] = useState(begun)
  // Rendered only when what it says changes: a board has one for each of its tiles.
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), untilNext(now - begun))
    return () => clearTimeout(timer)
  }, [now])
  const waited = now - begun
  if (waited < quietFor) return <div class="loading" aria-busy="true" />
  return (
    <div class="loading" role="status" aria-busy="true">
      <span class="loading-bar" />
      <p>
        {waited < slowFrom ? uiText.loading : uiText.stillLoadingSecondsS(Math.floor(waited / 1000))}
        {waited >= slowFrom && onCancel && (
          <Button small onClick={onCancel}>
            {uiText.cancel}
          </Button>
        )}
      </p>
    </div>
  )
}

/** Shown in place of a view whose list is not loaded: loading, or its error. */
export const Awaited = ({ list: { error, reload } }: { readonly list: Shared<unknown> }) =>
  error === null ? <Loading /> : <ErrorState error={error} onRetry={reload} />

interface AnsweredProps<T> {
  readonly answer: Answer<T>
  /** Whether the data is empty; `empty` is shown then. */
  readonly isEmpty?: (data: T) => boolean
  readonly empty?: ComponentChildren
  readonly children: (data: T) => ComponentChildren
}

/** Renders every state of an answer: loading, slow, cancelled, failed, empty, loaded. */
export function Answered<T>({ answer, isEmpty, empty, children }: AnsweredProps<T>) {
  const { data, error, since, cancelled, reload, cancel } = answer
  if (error !== null) return <ErrorState error={error} onRetry={reload} />
  if (cancelled && data === null)
    return (
      <EmptyState
        icon="clock"
        title={uiText.cancelled}
        actions={<Button onClick={reload}>{uiText.runAgain}</Button>}
      >
        {uiText.theRequestWasStoppedBeforeIts}
      </EmptyState>
    )
  if (data === null) return <Loading {...(since === null ? {} : { since })} onCancel={cancel} />
  return (
    <div class={since === null ? 'answered' : 'answered stale'} aria-busy={since !== null}>
      {since !== null && <Loading since={since} onCancel={cancel} />}
      {isEmpty?.(data) === true ? (empty ?? <NothingFound />) : children(data)}
    </div>
  )
}

const NothingFound = () => (
  <EmptyState title={uiText.noDataInThisRange}>{uiText.chooseALongerRangeOrRemove}</EmptyState>
)
