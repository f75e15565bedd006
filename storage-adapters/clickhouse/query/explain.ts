import type { CompiledQuery, ExplainedStatement, Explanation, ViewState } from '../../../contract/index.js'
import { chooseForm, type ChosenForm } from '../views/activity-snapshot/answer.js'
import { chooseSessionForm } from '../views/activity-snapshot/sessions.js'
import { snapshotName } from '../views/activity-snapshot/snapshot.js'
import { chooseMapForm } from '../views/person-map/answer.js'
import { chooseBranchForm, guessedForm, type ChoiceOptions } from './branch-forms.js'
import type { ClickHouseQuery } from './compile-query.js'

type Options = Parameters<typeof chooseForm>[2] &
  Parameters<typeof chooseSessionForm>[2] &
  Parameters<typeof chooseMapForm>[2] &
  Pick<ChoiceOptions, 'last'>

/**
 * Explains how a statement would be answered now. Whether the snapshot answers, and with which changes, is
 * decided as in a real run. The statements of that decision are listed too.
 */
export async function explainQuery(
  query: ClickHouseQuery,
  views: readonly ViewState[],
  options: Options,
): Promise<Explanation> {
  const statements: ExplainedStatement[] = []
  const ask: Options['ask'] = (asked, limits, signal) => {
    statements.push(explained(asked))
    return options.ask(asked, limits, signal)
  }
  const { workspace, snapshot, persons, sessions, branches } = query
  const form = snapshot && (await chooseForm(workspace, snapshot, { ...options, ask }))
  const branch =
    branches &&
    (guessedForm(branches, options.last) ?? (await chooseBranchForm(branches, { ...options, ask })))
  const mapped =
    form === null && persons ? await chooseMapForm(workspace, persons, { ...options, ask }) : null
  const forms = form === null && mapped === null && sessions?.whole() ? sessions : null
  const looked = forms && (await chooseSessionForm(workspace, forms, { ...options, ask }))
  const answer: CompiledQuery = form?.query ?? mapped ?? looked?.query ?? branch ?? query
  return {
    rules: answer.fired ?? [],
    views:
      snapshot === null && forms === null
        ? views
        : views.map((view) => (view.name === snapshotName ? now(form ?? looked) : view)),
    reads: answer.reads ?? [],
    statements: [...statements, explained(answer)],
  }
}

const now = (form: Pick<ChosenForm, 'freshness'> | null): ViewState => ({
  name: snapshotName,
  freshness: form?.freshness ?? 'absent',
})

const explained = ({ purpose = 'answer', text, parameters }: CompiledQuery): ExplainedStatement => ({
  purpose,
  text,
  parameters,
})
