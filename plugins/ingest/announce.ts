import {
  createSlices,
  mostItemsAnnounced,
  serviceEvents,
  type AnalyticsStore,
  type Batch,
  type Emit,
  type ItemsStored,
  type WorkspaceRef,
} from '../../contract/index.js'

type Append = AnalyticsStore['append']

/** An append that announces the rows once they are stored. It never waits for that. */
export const announcing =
  (append: Append, emit: Emit): Append =>
  async (workspace, batch) => {
    await append(workspace, batch)
    void announce(workspace, batch, emit)
  }

const sources = ['events', 'logs', 'metrics', 'traits', 'contexts'] as const

/** Announces the rows in parts, each in the time that one slice of a long loop may take. */
async function announce({ id, number }: WorkspaceRef, batch: Batch, emit: Emit): Promise<void> {
  const workspace = { id, number }
  const slices = createSlices()
  for (const source of sources)
    for (const items of partsOf<object>(batch[source])) {
      // The rows and their source come from the same member of the batch.
      emit(
        serviceEvents.itemsStored,
        () => ({ workspace, source, count: items.length, items }) as ItemsStored,
      )
      if (slices.over()) await slices.next()
    }
  for (const links of partsOf(batch.links)) {
    emit(serviceEvents.personLinked, () => ({ workspace, links }))
    if (slices.over()) await slices.next()
  }
}

/** Divides rows into parts of an event's size. */
function* partsOf<R>(rows: readonly R[]): Iterable<readonly R[]> {
  for (let from = 0; from < rows.length; from += mostItemsAnnounced)
    yield rows.length <= mostItemsAnnounced ? rows : rows.slice(from, from + mostItemsAnnounced)
}
