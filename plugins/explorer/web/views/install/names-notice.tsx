import { useNamesAreFull } from '../../data/fields.js'

/** Warns that the workspace has reached its limit of property names, which is usually a mistake of a client. */
export const NamesNotice = () =>
  useNamesAreFull() ? (
    <section class="card stack" role="status">
      <h2>Too many property names</h2>
      <p>
        This workspace has reached its limit of property names (PROPERTY_NAMES). New names are stored and can
        be queried, but lists do not offer them. The usual cause is a client that puts an ID into the name of
        a property, as in “seen 4711”. Put the ID into the value instead.
      </p>
    </section>
  ) : null
