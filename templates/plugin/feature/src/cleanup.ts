import type { JobDefinition } from 'sextant/plugin'
import { deleteOlder } from './notes-repository.js'
import { keepDays } from './settings.js'

const day = 86_400_000

/** One process of several runs it; a run that is repeated changes nothing. */
export const cleanup: JobDefinition = {
  name: 'acme-thing-cleanup',
  summary: 'Deletes notes older than ACME_THING_KEEP_DAYS',
  every: { cron: '15 3 * * *', zone: 'UTC' },
  timeout: 300,
  async run({ clock, setting, transaction, log }) {
    const oldest = new Date(clock() - setting(keepDays) * day)
    const deleted = await transaction((records) => deleteOlder(records, oldest))
    log.info({ deleted }, 'old notes are deleted')
  },
}
