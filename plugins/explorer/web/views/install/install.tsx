import { PageHead } from '../../shell/page-head.js'
import { FirstEvent } from '../setup/first-event.js'
import { IngestSetup } from '../setup/ingest-setup.js'
import { NamesNotice } from './names-notice.js'

/** Shows how to connect further clients: an ingest key, snippets and the newest events. */
export const Install = () => (
  <>
    <PageHead
      title="Add data"
      summary="The clients you already have can send here unchanged: give them this address and an ingest key."
    />
    <IngestSetup of="Add data" />
    <NamesNotice />
    <FirstEvent />
  </>
)
