import { PageHead } from '../../shell/page-head.js'
import { FirstEvent } from '../setup/first-event.js'
import { IngestSetup } from '../setup/ingest-setup.js'
import { NamesNotice } from './names-notice.js'
import { installText } from '../../text/install.js'

/** Shows how to connect further clients: an ingest key, snippets and the newest events. */
export const Install = () => (
  <>
    <PageHead title={installText.addData} summary={installText.theClientsYouAlreadyHaveCan} />
    <IngestSetup of={installText.addData} />
    <NamesNotice />
    <FirstEvent />
  </>
)
