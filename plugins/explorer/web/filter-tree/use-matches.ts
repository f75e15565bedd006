import type { ApiError } from '../api/error.js'
import { useMetrics } from '../data/metrics.js'
import { nodeErrors } from '../question/filter-errors.js'
import { splitFilters, treeOf } from '../question/filter-node.js'
import { peopleCounting, rowCounting, wantedCounts, type Counting } from './counting.js'
import type { GroupDraft, Sent } from './draft.js'
import { ofPeople, type Editor } from './editor.js'
import { keyOf, useCounts } from './use-counts.js'

interface Given extends Pick<Editor, 'source' | 'scope'> {
  readonly root: GroupDraft
  readonly sent: Sent
  readonly error: ApiError | null
  readonly at: string
}

/** How many rows each node of a tree matches, and what the service says about it. */
export function useMatches({
  source,
  scope,
  root,
  sent,
  error,
  at,
}: Given): Pick<Editor, 'countOf' | 'problemOf'> {
  const metrics = useMetrics().data
  const counting = metrics === null ? null : countingOf(metrics, source, scope)
  const wanted = counting === null ? [] : wantedCounts(root, sent, counting)
  const counts = useCounts(wanted)
  const problems = new Map(
    [
      ...wanted.flatMap((one) => {
        const refused = counts.get(keyOf(one))?.error ?? null
        const path = one.unit === 'person' ? 'definition.filter' : 'filter'
        return nodeErrors(refused, path, one.node, sent.idOf)
      }),
      ...nodeErrors(error, at, splitFilters(sent.items).tree ?? treeOf(sent.items), sent.idOf),
    ].map(({ id, message }) => [id, message]),
  )
  return {
    countOf: (id) => {
      const one = wanted.find((other) => other.id === id)
      return one && { unit: one.unit, counted: counts.get(keyOf(one)) ?? null }
    },
    problemOf: (id) => problems.get(id) ?? null,
  }
}

function countingOf(
  metrics: Parameters<typeof rowCounting>[0],
  source: string,
  scope: Editor['scope'],
): Counting | null {
  if (scope === null) return null
  return ofPeople(scope) ? peopleCounting(metrics, scope) : rowCounting(metrics, source, scope)
}
