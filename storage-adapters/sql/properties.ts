import type {
  AnalyticsStore,
  CompiledQuery,
  PropertiesFound,
  PropertyFound,
  PropertySample,
  PropertySource,
  WorkspaceRef,
} from '../../contract/index.js'

/** The queries that find the properties in a sample. */
export interface PropertyQueries {
  /**
   * `path`, `type` and `rows` of each property, in order; one more than
   * the answer may have, to see if there are more.
   */
  readonly found: CompiledQuery
  /** `rows`: the number of rows in the sample. */
  readonly counted: CompiledQuery
}

/** Compiles an engine's queries for the properties in a sample of rows. */
export type PropertyCompiler = (
  workspace: WorkspaceRef,
  source: PropertySource,
  sample: PropertySample,
) => PropertyQueries

/** The method `properties` of a store that compiles and runs these queries. */
export const propertyFinder =
  (compile: PropertyCompiler, run: AnalyticsStore['run']): AnalyticsStore['properties'] =>
  async (workspace, source, sample, limits, signal): Promise<PropertiesFound> => {
    const { paths } = sample
    const queries = compile(workspace, source, { ...sample, paths: paths + 1 })
    const found = (await run(queries.found, limits, signal)) as unknown as readonly PropertyFound[]
    // Runs second, so that rows stored in between cannot make it less than the rows of a property.
    const [counted] = await run(queries.counted, limits, signal)
    return {
      sample: Number(counted?.['rows']),
      properties: found.slice(0, paths),
      more: found.length > paths,
    }
  }
