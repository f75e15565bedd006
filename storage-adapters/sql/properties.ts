import type {
  AnalyticsStore,
  CompiledQuery,
  PropertiesFound,
  PropertyFound,
  PropertySample,
  PropertySource,
  WorkspaceRef,
} from '../../core/contract/index.js'

/** What an engine is asked for the properties in a sample. */
export interface PropertyQueries {
  /** `path`, `type` and `rows` of each, in order; at most as many as are asked for and one more. */
  readonly found: CompiledQuery
  /** `rows`: how many the sample has. */
  readonly counted: CompiledQuery
}

export type PropertyCompiler = (
  workspace: WorkspaceRef,
  source: PropertySource,
  sample: PropertySample,
) => PropertyQueries

/** The properties of a store that compiles and runs these queries. */
export const propertyFinder =
  (compile: PropertyCompiler, run: AnalyticsStore['run']): AnalyticsStore['properties'] =>
  async (workspace, source, sample, limits, signal): Promise<PropertiesFound> => {
    const { paths } = sample
    const queries = compile(workspace, source, { ...sample, paths: paths + 1 })
    const found = (await run(queries.found, limits, signal)) as unknown as readonly PropertyFound[]
    // Afterwards, so that it is not less than the rows of a property.
    const [counted] = await run(queries.counted, limits, signal)
    return {
      sample: Number(counted?.['rows']),
      properties: found.slice(0, paths),
      more: found.length > paths,
    }
  }
