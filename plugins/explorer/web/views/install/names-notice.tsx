import { useNamesAreFull } from '../../data/fields.js'
import { installText } from '../../text/install.js'

/** Warns that the workspace has reached its limit of property names, which is usually a mistake of a client. */
export const NamesNotice = () =>
  useNamesAreFull() ? (
    <section class="card stack" role="status">
      <h2>{installText.tooManyPropertyNames}</h2>
      <p>{installText.thisWorkspaceHasReachedIts}</p>
    </section>
  ) : null
