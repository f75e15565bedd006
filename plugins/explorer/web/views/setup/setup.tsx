import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { loadMe, me } from '../../api/account.js'
import { get } from '../../api/call.js'
import { token } from '../../api/session.js'
import type { Data } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { workspace } from '../../api/workspace.js'
import { hrefOf, navigate } from '../../router/location.js'
import { Brand } from '../../shell/brand.js'
import { Button } from '../../ui/button.js'
import { Once } from '../../ui/once.js'
import { Answered, Loading } from '../../ui/states.js'
import { createKey } from '../manage/keys.js'
import { AccountStep } from './account-step.js'
import { Connect } from './connect.js'
import { FirstEvent } from './first-event.js'
import { WorkspaceStep } from './workspace-step.js'
import './setup.css'
import { setupText } from '../../text/setup.js'
import { uiText } from '../../text/ui.js'
import { Rich } from '../../ui/rich.js'

const steps = [setupText.account, setupText.workspace, setupText.firstEvent] as const

interface Status {
  readonly setup_required: boolean
  readonly code_required: boolean
}

/** The setup of an empty service: first account, first workspace, first event. */
export function Setup() {
  const status = useAnswer<Data<Status>>(get('/api/v1/auth/setup/status'))
  return (
    <div class="setup">
      <Brand />
      <Answered answer={status}>
        {({ data }) => (token.value === null ? <LoggedOut {...data} /> : <LoggedIn />)}
      </Answered>
    </div>
  )
}

/** The first account; a service that has users redirects to the login. */
function LoggedOut({ setup_required: fresh, code_required }: Status) {
  useEffect(() => {
    if (!fresh) navigate('/', { replace: true })
  }, [fresh])
  return fresh ? (
    <Step at={0}>
      <AccountStep codeRequired={code_required} />
    </Step>
  ) : (
    <Loading />
  )
}

function LoggedIn() {
  const [key, setKey] = useState<string | null>(null)
  const known = me.value
  useEffect(() => {
    if (known === null) void loadMe().catch(() => undefined)
  }, [known])
  useEffect(() => {
    // A user with a workspace has finished the setup.
    if (key === null && known !== null && known.workspaces.length > 0) navigate('/install', { replace: true })
  }, [known === null])
  if (known === null) return <Loading />
  if (key === null)
    return (
      <Step at={1}>
        <WorkspaceStep
          onCreated={async (id) => {
            workspace.value = me.value?.workspaces.find((one) => one.id === id) ?? null
            setKey(await createKey(id, { name: setupText.firstKey, kind: 'ingest' }))
          }}
        />
      </Step>
    )
  return (
    <Step at={2} wide>
      <FirstEventStep ingestKey={key} />
    </Step>
  )
}

function FirstEventStep({ ingestKey }: { readonly ingestKey: string }) {
  const [arrived, setArrived] = useState(false)
  const slug = workspace.value?.slug ?? ''
  return (
    <>
      <h1>{setupText.sendTheFirstEvent}</h1>
      <p class="soft">
        <Rich text={setupText.thisIsTheIngestKeyOf(workspace.value?.name ?? '')} />
      </p>
      <Once text={ingestKey} copied={uiText.keyCopied} />
      <Connect ingestKey={ingestKey} />
      <FirstEvent onFirst={() => setArrived(true)} />
      <div class="form-actions">
        <Button look={arrived ? 'primary' : 'plain'} href={hrefOf('/', { workspace: slug })}>
          {arrived ? setupText.exploreTheData : setupText.skipForNow}
        </Button>
      </div>
    </>
  )
}

interface StepProps {
  readonly at: number
  readonly wide?: boolean
  readonly children: ComponentChildren
}

const Step = ({ at, wide = false, children }: StepProps) => (
  <>
    <ol class="setup-steps" aria-label={setupText.steps}>
      {steps.map((step, index) => (
        <li key={step} aria-current={index === at ? 'step' : undefined} class={index < at ? 'done' : ''}>
          {step}
        </li>
      ))}
    </ol>
    <div class={wide ? 'card setup-card wide' : 'card setup-card'}>{children}</div>
  </>
)
