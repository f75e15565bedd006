import { useState } from 'preact/hooks'
import { get } from '../../api/call.js'
import { may } from '../../api/roles.js'
import type { Data } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { workspace } from '../../api/workspace.js'
import { TemplateDialog } from '../../boards/templates/template-dialog.js'
import { hrefOf } from '../../router/location.js'
import { PageHead } from '../../shell/page-head.js'
import { Button } from '../../ui/button.js'
import { Answered } from '../../ui/states.js'
import { FirstEvent } from '../setup/first-event.js'
import { IngestSetup } from '../setup/ingest-setup.js'
import { Overview } from './overview.js'
import './home.css'
import { homeText } from '../../text/home.js'
import { Rich } from '../../ui/rich.js'

/** Whether the workspace has events, from the catalogue of names: no rows are read for it. */
const anyEvent = get('/api/v1/data/sources/events/values/event_name', { limit: 1 })

/** The workspace at a glance; for an empty one, the way to its first event. */
export function Home() {
  const answer = useAnswer<Data<{ readonly values: readonly string[] }>>(anyEvent)
  return (
    <Answered answer={answer}>
      {({ data }) => (data.values.length > 0 ? <Glance /> : <FirstSteps onDone={answer.reload} />)}
    </Answered>
  )
}

function Glance() {
  const [choosing, setChoosing] = useState(false)
  return (
    <div class="stack">
      <PageHead
        title={homeText.home}
        summary={
          workspace.value === null
            ? homeText.theWorkspaceAtAGlance
            : homeText.workspaceAtAGlance(workspace.value.name)
        }
      >
        {may('editor') && (
          <Button icon="board" onClick={() => setChoosing(true)}>
            {homeText.boardFromATemplate}
          </Button>
        )}
        <Button icon="trends" href={hrefOf('/trends')}>
          {homeText.askAQuestion}
        </Button>
      </PageHead>
      <Overview />
      {choosing && <TemplateDialog onClose={() => setChoosing(false)} />}
    </div>
  )
}

/** How to send the first event. It says by itself when the event has come. */
function FirstSteps({ onDone }: { readonly onDone: () => void }) {
  const [arrived, setArrived] = useState(false)
  return (
    <div class="stack">
      <PageHead
        title={homeText.home}
        summary={
          workspace.value === null
            ? homeText.thisWorkspaceHasNoEvents
            : homeText.workspaceHasNoEvents(workspace.value.name)
        }
      >
        {arrived && (
          <Button look="primary" icon="home" onClick={onDone}>
            {homeText.showTheWorkspace}
          </Button>
        )}
      </PageHead>
      <FirstEvent onFirst={() => setArrived(true)} />
      <IngestSetup of={homeText.home} />
      <p class="soft home-other">
        <Rich
          text={homeText.otherViews}
          tags={{
            logs: (text) => <a href={hrefOf('/logs')}>{text}</a>,
            infrastructure: (text) => <a href={hrefOf('/infrastructure')}>{text}</a>,
          }}
        />
      </p>
    </div>
  )
}
