import type { AnalyticsStore, PropertyCatalogue } from '../../core/contract/index.js'

type Append = AnalyticsStore['append']

/** An append that tells the catalogue which names the rows carry. Names are recorded first: a killed process loses none. */
export const cataloguing = (append: Append, catalogue: PropertyCatalogue | null): Append =>
  catalogue === null
    ? append
    : async (workspace, batch) => {
        const noted = await catalogue.note(workspace, batch)
        await append(workspace, batch)
        noted.stored()
      }
