import { useEffect, useState } from 'preact/hooks'
import { keepFresh, loadMe, me } from '../api/account.js'
import { get } from '../api/call.js'
import { asApiError, type ApiError } from '../api/error.js'
import { token } from '../api/session.js'
import type { Data } from '../api/types.js'
import { useAnswer } from '../api/use-answer.js'
import { navigate, path } from '../router/location.js'
import { followAddress } from '../router/workspace.js'
import { Answered, ErrorState, Loading } from '../ui/states.js'
import { Toasts } from '../ui/toast.js'
import { useViews } from '../views/plugin-page/index.js'
import { Login } from '../views/login/login.js'
import { findView, type FoundView } from './find-view.js'
import { Shell, type ShellProps } from './shell.js'

/** The public view that creates the first user. */
const setupPath = '/setup'

export function App() {
  const { views, ofPlugins } = useViews()
  const found = findView(views, path.value)
  useEffect(() => {
    // Loads the view's code while the user is still loading.
    found?.view.preload()
    document.title = found === null ? 'Sextant' : `${found.view.title} · Sextant`
  }, [found?.view])
  return (
    <>
      {found?.view.access === 'public' ? (
        <Bare found={found} />
      ) : token.value === null ? (
        <Entry />
      ) : (
        <Inside found={found} views={views} ofPlugins={ofPlugins} />
      )}
      <Toasts />
    </>
  )
}

const Bare = ({ found: { view, params } }: { readonly found: FoundView }) => (
  <main id="main">
    <view.component params={params} />
  </main>
)

/** Shows the login or the setup. The address is kept, so after the login the linked view opens. */
function Entry() {
  const answer = useAnswer<Data<{ readonly setup_required: boolean }>>(get('/api/v1/auth/setup/status'))
  const fresh = answer.data?.data.setup_required === true
  useEffect(() => {
    if (fresh) navigate(setupPath, { replace: true })
  }, [fresh])
  return (
    <main id="main" class="entry">
      <Answered answer={answer}>{() => <Login />}</Answered>
    </main>
  )
}

function Inside(shown: ShellProps) {
  const [error, setError] = useState<ApiError | null>(null)
  const load = (): void => {
    setError(null)
    loadMe().catch((reason: unknown) => setError(asApiError(reason)))
  }
  useEffect(() => {
    load()
    const stop = [followAddress(), keepFresh()]
    return () => stop.forEach((end) => end())
  }, [token.value])
  if (me.value !== null) return <Shell {...shown} />
  return error === null ? <Loading /> : <ErrorState error={error} onRetry={load} />
}
