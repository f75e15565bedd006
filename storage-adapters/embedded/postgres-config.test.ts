import t from 'tap'
import { isRecovery, severityOf } from './postgres-config.js'

t.test('a recovering server is recognized by its log', (t) => {
  const recovering = [
    'LOG:  database system was interrupted; last known up at 2026-11-26 07:41:02 UTC',
    'LOG:  database system shutdown was interrupted; last known up at 2026-11-26 07:41:02 UTC',
    'LOG:  database system was interrupted while in recovery at 2026-11-26 07:41:02 UTC',
    'LOG:  database system was not properly shut down; automatic recovery in progress',
    'LOG:  syncing data directory (syncfs), elapsed time: 10.00 s, current path: .',
    'LOG:  redo in progress, elapsed time: 10.00 s, current LSN: 0/8F3A1B8',
  ]
  for (const line of recovering) {
    t.equal(isRecovery(line), true, line)
    t.equal(severityOf(line), 'warn', 'the log says why the start takes long')
  }
  const others = [
    'LOG:  database system was shut down at 2026-11-26 07:41:02 UTC',
    'LOG:  database system is ready to accept connections',
    'FATAL:  database "x" does not exist',
  ]
  for (const line of others) t.equal(isRecovery(line), false, line)
  t.end()
})
