import { contractNumber, definePlugin, purgeJob } from '../../contract/index.js'
import { registerChangeRoutes } from './change-routes.js'
import { examples } from './examples.js'
import { createQuestionKeeper, questionKeeper } from './question-keeper.js'
import { createQuestionLibrary, questionUses } from './question-uses.js'
import { purgeDeleted } from './questions-repository.js'
import { registerReadRoutes } from './read-routes.js'

/** A library of saved questions, which boards and formulas refer to. */
export const questions = definePlugin({
  name: 'questions',
  contract: contractNumber,
  after: ['auth', 'audit'],
  register(host) {
    host.examples(examples)
    host.migrations(new URL('migrations/', import.meta.url))
    host.service(questionUses, createQuestionLibrary)
    host.service(questionKeeper, createQuestionKeeper)
    host.job(
      purgeJob(
        'deleted-questions',
        'Removes questions that were deleted more than ten minutes ago',
        purgeDeleted,
      ),
    )
    registerReadRoutes(host)
    registerChangeRoutes(host)
  },
})
