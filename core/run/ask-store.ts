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

/**
 * Returns the statement's rows. If its facts have changed, compiles it again by the current ones. If those change too, as
 * during the deletion of a workspace, compiles it without facts, which reads the rows themselves.
 */
export async function runCompiled(
  store: Pick<AnalyticsStore, 'facts' | 'compile' | 'run'>,
  { query, plan }: { readonly query: CompiledQuery; readonly plan: Relation },
  limits: Limits,
  signal?: AbortSignal,
): Promise<readonly Row[]> {
  const { workspace } = query
  for (const form of [() => query, () => compileNow(store, workspace, plan)])
    try {
      return await store.run(await form(), limits, signal)
    } catch (error) {
      if (!(error instanceof FactsChanged)) throw error
    }
  return store.run(store.compile(workspace, plan), limits, signal)
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
