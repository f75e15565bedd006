import { useState } from 'preact/hooks'
import { me } from '../../api/account.js'
import { may } from '../../api/roles.js'
import type { Data } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { HistoryDialog } from '../../history/history-dialog.js'
import { PeopleDrawer } from '../../people/people-drawer.js'
import { hrefOf, navigate } from '../../router/location.js'
import type { ViewProps } from '../../router/view.js'
import { ShareMenu } from '../../share/share-menu.js'
import { PageHead } from '../../shell/page-head.js'
import { Button } from '../../ui/button.js'
import { Confirm } from '../../ui/confirm.js'
import { Answered } from '../../ui/states.js'
import { toast } from '../../ui/toast.js'
import { offerUndo } from '../../ui/undo.js'
import {
  audienceCall,
  countCall,
  deleteAudience,
  historyCall,
  restoreAudience,
  restoreVersion,
  membersCall,
  saveAudience,
  type Audience,
} from './audience-api.js'
import { Count } from './count.js'
import { AudienceForm } from './form.js'
import { definitionWords } from './words.js'
import './audiences.css'
import { audiencesText } from '../../text/audiences.js'

/** One audience; under /audiences/new the form for a new one. */
export function AudiencePage({ params: { id = '' } }: ViewProps) {
  return id === 'new' ? <NewAudience /> : <KnownAudience id={id} />
}

function NewAudience() {
  return (
    <>
      <PageHead title={audiencesText.newAudience} summary={audiencesText.anAudienceContainsThePeopleWho} />
      <AudienceForm
        given={{ name: '', description: null, definition: { events: [] } }}
        action={audiencesText.createAudience}
        onSave={async (fields) => {
          const made = await saveAudience(null, fields)
          toast(audiencesText.audienceCreated)
          navigate(hrefOf(`/audiences/${made.id}`))
        }}
      />
    </>
  )
}

function KnownAudience({ id }: { readonly id: string }) {
  const answer = useAnswer<Data<Audience>>(audienceCall(id))
  return (
    <Answered answer={answer}>
      {({ data }) => <Shown key={data.updated_at} audience={data} onChanged={answer.reload} />}
    </Answered>
  )
}

function Shown({ audience, onChanged }: { readonly audience: Audience; readonly onChanged: () => void }) {
  const { id, name, description, definition, listed_count, owner_id } = audience
  const [overlay, setOverlay] = useState<'people' | 'history' | 'delete' | null>(null)
  const changeable = may('admin') || owner_id === me.value?.user.id
  return (
    <div class="stack">
      <PageHead title={name} summary={description ?? undefined}>
        <ShareMenu calls={[countCall(id), membersCall(id)]} sheet={null} />
        <Button icon="trends" href={hrefOf('/trends', { audience: id })}>
          {audiencesText.openInTrends}
        </Button>
        <Button
          look="quiet"
          icon="history"
          label={audiencesText.showHistory}
          onClick={() => setOverlay('history')}
        />
        {changeable && (
          <Button
            look="quiet"
            icon="trash"
            label={audiencesText.deleteAudience}
            onClick={() => setOverlay('delete')}
          />
        )}
      </PageHead>
      <section class="card spread">
        <div class="row">
          <Count call={countCall(id)} />
          <span class="soft">{definitionWords(definition, listed_count)}</span>
        </div>
        <Button icon="users" onClick={() => setOverlay('people')}>
          {audiencesText.showPeople}
        </Button>
      </section>
      {changeable && (
        <AudienceForm
          given={{ name, description, definition }}
          listed={listed_count}
          action={audiencesText.saveChanges}
          onSave={async (fields) => {
            await saveAudience(id, fields)
            toast(audiencesText.audienceSaved)
            onChanged()
          }}
        />
      )}
      {overlay === 'people' && (
        <PeopleDrawer
          title={audiencesText.peopleInName(name)}
          call={membersCall(id)}
          onClose={() => setOverlay(null)}
        />
      )}
      {overlay === 'history' && (
        <HistoryDialog
          name={name}
          call={historyCall(id)}
          changeable={changeable}
          onRestore={(version) => restoreVersion(id, version)}
          onChanged={onChanged}
          onClose={() => setOverlay(null)}
        />
      )}
      {overlay === 'delete' && (
        <Confirm
          title={audiencesText.deleteQuestion(name)}
          text={audiencesText.theDataOfThePeopleIs}
          action={audiencesText.deleteAudience}
          onConfirm={async () => {
            await deleteAudience(id)
            const address = hrefOf(`/audiences/${id}`)
            navigate(hrefOf('/audiences'))
            offerUndo(
              audiencesText.audienceNameDeleted(name),
              () => restoreAudience(id),
              () => navigate(address),
            )
          }}
          onClose={() => setOverlay(null)}
        />
      )}
    </div>
  )
}
