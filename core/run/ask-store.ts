import {
  FactsChanged,
  type AnalyticsStore,
  type CompiledQuery,
  type Explanation,
  type Limits,
  type Relation,
  type Row,
  type WorkspaceRef,
} from '../../contract/index.js'

/** Compiles an expanded plan with the store's current facts about the workspace. */
export const compileNow = async (
  store: Pick<AnalyticsStore, 'facts' | 'compile'>,
  workspace: WorkspaceRef,
  plan: Relation,
): Promise<CompiledQuery> => store.compile(workspace, plan, await store.facts?.(workspace))

/**
 * Returns the statement's rows. If its facts have changed, compiles the plan again with the current ones. If
 * those change too, as while a workspace is deleted, compiles it without facts, which reads the base rows.
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

/** Returns the rows of an expanded plan. */
export const askStore = async (
  store: Pick<AnalyticsStore, 'facts' | 'compile' | 'run'>,
  workspace: WorkspaceRef,
  plan: Relation,
  limits: Limits,
  signal?: AbortSignal,
): Promise<readonly Row[]> =>
  runCompiled(store, { query: await compileNow(store, workspace, plan), plan }, limits, signal)

/** Explains how the store would answer an expanded plan. */
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
