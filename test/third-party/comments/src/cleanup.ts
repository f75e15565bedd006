import { savedQuestions, type JobDefinition } from 'sextant/plugin'
import { commentedQuestions, deleteCommentsOf } from './comments-repository.js'

const batch = 500

/** A question is deleted without its comments; a repeated run finds nothing more to do. */
export const cleanup: JobDefinition = {
  name: 'comments-cleanup',
  summary: 'Deletes the comments of deleted questions',
  every: { cron: '20 * * * *', zone: 'UTC' },
  timeout: 300,
  async run({ records, transaction, use, signal, log }) {
    let deleted = 0
    for (let after: string | undefined = ''; after !== undefined;) {
      signal.throwIfAborted()
      const ids = await commentedQuestions(records, after, batch)
      deleted += await transaction(async (records) => {
        const existing = await use(savedQuestions).existing(records, ids)
        return deleteCommentsOf(
          records,
          ids.filter((id) => !existing.has(id)),
        )
      })
      after = ids.at(-1)
    }
    log.info({ deleted }, 'comments of deleted questions are deleted')
  },
}
