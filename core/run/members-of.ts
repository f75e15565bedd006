import { invalid, sources, type Relation, type SourceName } from '../contract/index.js'
import type { MetricAsk } from './ask-question.js'

/** The persons of the audience that a request names under `path`; null: it names none. Anything wrong is a 422. */
export async function membersOf(
  { members }: Pick<MetricAsk, 'members'>,
  source: SourceName,
  audience: string | null,
  path: string,
): Promise<Relation | null> {
  if (audience === null) return null
  if (members === undefined) throw invalid(path, `${path}: this service keeps no audiences`)
  if (!('person' in sources[source]))
    throw invalid(path, `${path} cannot restrict this: no person is known of ${source}`)
  const found = await members(audience)
  if (found !== null) return found
  throw invalid(path, `${path}: this workspace has no audience ${JSON.stringify(audience)}`)
}
