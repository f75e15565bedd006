import { useNamesAreFull } from '../../data/fields.js'

/** Shown where a client sends more names than are listed, which is mostly a mistake of the client. */
export const NamesNotice = () =>
  useNamesAreFull() ? (
    <section class="card stack" role="status">
      <h2>Too many property names</h2>
      <p>
        This workspace has reached its limit of property names (PROPERTY_NAMES). New names are stored and can
        be asked for, but lists do not offer them. Most often a client puts an id into the name of a property,
        as in “seen 4711”; put it into the value.
      </p>
    </section>
  ) : null
