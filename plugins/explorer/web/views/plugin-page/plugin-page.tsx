import { useEffect, useRef, useState } from 'preact/hooks'
import { reloadShared } from '../../api/use-shared.js'
import type { PluginPage } from '../../page/protocol.js'
import { PageHead } from '../../shell/page-head.js'
import { Button } from '../../ui/button.js'
import { EmptyState, sentence } from '../../ui/states.js'
import { serveFrame } from './host.js'
import './plugin-page.css'
import { pluginPageText } from '../../text/plugin-page.js'

interface Props {
  readonly page: PluginPage
  readonly params: Readonly<Record<string, string>>
}

/** A page of a plugin, in a frame of its own. What goes wrong there is shown here and named with the plugin. */
export function PluginPageView({ page, params }: Props) {
  const [round, setRound] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)
  const again = (): void => {
    setFailure(null)
    setRound(round + 1)
    // After an update of the service its module has another address.
    reloadShared('/api/v1/pages')
  }
  if (failure !== null) return <Failed page={page} message={failure} onRetry={again} />
  return <Frame key={round} page={page} params={params} onFailed={setFailure} onReload={again} />
}

interface FrameProps extends Props {
  readonly onFailed: (message: string) => void
  readonly onReload: () => void
}

/** Milliseconds until a page without content is said to be slow. */
const patience = 10_000

function Frame({ page, params, onFailed, onReload }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [shown, setShown] = useState(false)
  const [slow, setSlow] = useState(false)
  const [alive, setAlive] = useState(true)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    if (frame.current === null) return undefined
    const timer = setTimeout(() => setSlow(true), patience)
    const end = serveFrame(frame.current, {
      ...{ page, params },
      onShown: () => setShown(true),
      onFailed(message) {
        complain(page, message)
        onFailed(message)
      },
      onError(message) {
        complain(page, message)
        setError(message)
      },
      onAlive(isAlive) {
        // eslint-disable-next-line sextant/literal-text -- an author looks for it in the console
        if (!isAlive) complain(page, 'does not respond')
        setAlive(isAlive)
      },
    })
    // Added once the view listens: the frame speaks first.
    frame.current.src = '/frame.html'
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [])
  const trouble = !alive
    ? pluginPageText.doesNotRespond(page.title, page.plugin)
    : error !== null
      ? pluginPageText.hasAnError(page.title, page.plugin, sentence(error))
      : slow && !shown
        ? pluginPageText.isStillLoading(page.title, page.plugin)
        : null
  return (
    <section class="plugin-page">
      {/* The title that people see is in the frame. */}
      <h1 class="hidden">{page.title}</h1>
      {trouble !== null && (
        <div class="plugin-trouble" role="alert">
          <p>{trouble}</p>
          <span class="row">
            <Button small icon="refresh" onClick={onReload}>
              {pluginPageText.reloadPage}
            </Button>
            {alive && error !== null && (
              <Button
                small
                look="quiet"
                icon="close"
                label={pluginPageText.dismiss}
                onClick={() => setError(null)}
              />
            )}
          </span>
        </div>
      )}
      {!shown && trouble === null && (
        <p class="hidden" role="status">
          {pluginPageText.loadingTitle(page.title)}
        </p>
      )}
      <iframe
        ref={frame}
        class={shown ? '' : 'waiting'}
        title={page.title}
        sandbox="allow-scripts allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox"
        allow="clipboard-write"
      />
    </section>
  )
}

const Failed = ({
  page,
  message,
  onRetry,
}: {
  readonly page: PluginPage
  readonly message: string
  readonly onRetry: () => void
}) => (
  <>
    <PageHead title={page.title} />
    <EmptyState
      icon="alert"
      title={pluginPageText.thisPageFailed}
      actions={
        <Button icon="refresh" onClick={onRetry}>
          {pluginPageText.tryAgain}
        </Button>
      }
    >
      <p role="alert">{pluginPageText.failed(page.title, page.plugin, sentence(message))}</p>
    </EmptyState>
  </>
)

const complain = ({ plugin, key }: PluginPage, message: string): void =>
  // eslint-disable-next-line no-console -- an author looks for errors there
  console.error(`plugin ${plugin}: page ${key}: ${message}`)
