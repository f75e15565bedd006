import { isDeepStrictEqual } from 'node:util'
import { blank, invalid } from '../../contract/index.js'
import { contentNames, mostTags, type QuestionContent, type QuestionFields } from './question.js'

/** Trims the name. Throws VALIDATION_ERROR if nothing is left. */
export function readName(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') throw blank('/name')
  return trimmed
}

/** Trims tags and drops repetitions. Throws VALIDATION_ERROR for an empty one, and for too many. */
export function readTags(tags: readonly string[]): readonly string[] {
  const trimmed = tags.map((tag, index) => {
    const text = tag.trim()
    if (text === '') throw blank(`/tags/${index}`)
    return text
  })
  const distinct = [...new Set(trimmed)]
  if (distinct.length > mostTags) throw invalid('/tags', `tags must be at most ${mostTags}`)
  return distinct
}

export const contentOf = ({
  name,
  description,
  tags,
  question,
  chart,
  view,
}: QuestionContent): QuestionContent => ({ name, description, tags, question, chart, view })

/** Returns the names of the fields that differ, in a fixed order. */
export const changedNames = (before: QuestionFields, after: QuestionFields): readonly string[] =>
  [...contentNames, 'visibility' as const].filter((name) => !isDeepStrictEqual(before[name], after[name]))
