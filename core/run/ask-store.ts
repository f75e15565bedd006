import {
  FactsChanged,
  type AnalyticsStore,
  type CompiledQuery,
  type Explanation,
  type Limits,
  type Relation,
  type Row,
  type WorkspaceRef,
} from '../contract/index.js'

/** The plan, its operators expanded, as a statement by what the store knows of the workspace now. */
export const compileNow = async (
  store: Pick<AnalyticsStore, 'facts' | 'compile'>,
  workspace: WorkspaceRef,
  plan: Relation,
): Promise<CompiledQuery> => store.compile(workspace, plan, await store.facts?.(workspace))

/** The statement's rows. What was compiled by facts that are over is compiled once more, by those of now. */
export async function runCompiled(
  store: Pick<AnalyticsStore, 'facts' | 'compile' | 'run'>,
  { query, plan }: { readonly query: CompiledQuery; readonly plan: Relation },
  limits: Limits,
  signal?: AbortSignal,
): Promise<readonly Row[]> {
  try {
    return await store.run(query, limits, signal)
  } catch (error) {
    if (!(error instanceof FactsChanged)) throw error
    return store.run(await compileNow(store, query.workspace, plan), limits, signal)
  }
}

/** The rows of a plan, its operators expanded. */
export const askStore = async (
  store: Pick<AnalyticsStore, 'facts' | 'compile' | 'run'>,
  workspace: WorkspaceRef,
  plan: Relation,
  limits: Limits,
  signal?: AbortSignal,
): Promise<readonly Row[]> =>
  runCompiled(store, { query: await compileNow(store, workspace, plan), plan }, limits, signal)

/** How the store would answer a plan, its operators expanded. */
export async function explainPlan(
  store: AnalyticsStore,
  workspace: WorkspaceRef,
  plan: Relation,
  limits: Limits,
  signal?: AbortSignal,
): Promise<Explanation> {
  if (store.explain !== undefined) return store.explain(workspace, plan, limits, signal)
  const { text, parameters } = await compileNow(store, workspace, plan)
  return { rules: [], views: [], reads: [], statements: [{ purpose: 'answer', text, parameters }] }
}
