import {
  questionLibrary,
  serviceRef,
  type FindQuestionUses,
  type QuestionLibrary,
  type QuestionUse,
  type Records,
  type ServiceDependencies,
  type WorkspaceAsk,
} from '../../contract/index.js'
import {
  findFieldUses,
  findQuestions,
  findReaders,
  holdQuestions,
  type Reader,
} from './questions-repository.js'
import type { Question } from './question.js'
import { isShared, viewerIn } from './viewer.js'

type Asking = Pick<WorkspaceAsk, 'workspace' | 'caller'>

/** What refers to questions, as the plugins that declare it see it. */
export interface QuestionUses {
  of(records: Records, ask: Asking, id: string): Promise<readonly QuestionUse[]>
}

/** The library for other plugins, with what they declare. */
export const questionUses = serviceRef<QuestionUses & QuestionLibrary>(questionLibrary.name)

export function createQuestionLibrary({
  records,
}: Pick<ServiceDependencies, 'records'>): QuestionUses & QuestionLibrary {
  const finders: FindQuestionUses[] = [readersOf]
  return Object.freeze({
    find: async (ask, ids) => byId(await findQuestions(records, viewerIn(ask), ids)),
    hold: async (transaction, ask, ids) => byId(await holdQuestions(transaction, viewerIn(ask), ids)),
    usesOfField: async (from, ask, field) => (await findFieldUses(from, viewerIn(ask), field)).map(useOf),
    usedBy: (find) => void finders.push(find),
    of: async (from, ask, id) => {
      const found: QuestionUse[] = []
      // One after the other: a transaction has one connection.
      for (const find of finders) found.push(...(await find(from, ask, id)))
      return found
    },
  } satisfies QuestionUses & QuestionLibrary)
}

/** Formulas that are saved questions themselves. */
const readersOf: FindQuestionUses = async (records, ask, id) =>
  (await findReaders(records, viewerIn(ask), id)).map(useOf)

const useOf = ({ id, name, seen }: Reader): QuestionUse => ({
  kind: 'question',
  id,
  label: seen ? `question ${JSON.stringify(name)}` : null,
})

const byId = (found: readonly Question[]) =>
  new Map(
    found.map((one) => [
      one.id,
      { id: one.id, name: one.name, question: one.question, view: one.view, shared: isShared(one) },
    ]),
  )
