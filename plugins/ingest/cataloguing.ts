import type { AnalyticsStore, PropertyCatalogue } from '../../contract/index.js'

type Append = AnalyticsStore['append']

/** An append that also records the rows' names in the catalogue; first, so that a killed process loses none. */
export const cataloguing = (append: Append, catalogue: PropertyCatalogue | null): Append =>
  catalogue === null
    ? append
    : async (workspace, batch) => {
        const noted = await catalogue.note(workspace, batch)
        await append(workspace, batch)
        noted.stored()
      }
