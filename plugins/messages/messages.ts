import {
  defineEvent,
  invalid,
  notOneOf,
  type DeclaredChannel,
  type Message,
  type Messages,
  type SentMessage,
  type ServiceDependencies,
} from '../../contract/index.js'
import { startAttempt, type AttemptResult } from './attempt.js'
import {
  claimMessages,
  endAttempt,
  forgetMessages,
  insertMessage,
  type ClaimedMessage,
} from './outbox-repository.js'
import { claimMs, delayAfter, listedMs, longestMs } from './pace.js'
import { checkMessage } from './check-message.js'
import { createSeal } from './sealed.js'

/** Announced when messages are recorded, so that this process sends them at once. */
export const messageQueued = defineEvent<Record<string, never>>('messages.queued')

export interface Sender extends Messages {
  channels(): readonly DeclaredChannel[]
  /** Starts attempts of due messages, as many as may run at once; resolves when they have started. */
  deliver(): Promise<void>
  /** Deletes what ended long ago. */
  tidy(): Promise<void>
  /** Resolves when no attempt runs. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Attempts at once in this process; of one channel, so that one that hangs leaves room for the others. */
const mostRunning = 16
const mostOfChannel = 4

type Dependencies = Pick<
  ServiceDependencies,
  'settings' | 'setting' | 'records' | 'clock' | 'newId' | 'use' | 'find' | 'log' | 'emit' | 'tokenKey'
>

/**
 * An outbox: messages are rows of the records until the receiver has taken them, so neither a crash nor a receiver that is
 * away loses one.
 */
export function createMessages(dependencies: Dependencies): Sender {
  const { settings: own, setting, records, clock, newId, use, find, log, emit, tokenKey } = dependencies
  const parts = { settings: own, setting, clock, use, find, log }
  const seal = createSeal(tokenKey)
  const stopping = new AbortController()
  let known: ReadonlyMap<string, DeclaredChannel> = new Map()
  /** The channel of each attempt whose code has not ended. */
  const running = new Map<object, string>()
  const results = new Set<Promise<void>>()

  function checked(name: string, settings: unknown): object {
    const channel = known.get(name)
    if (channel === undefined) throw notOneOf('channel', [...known.keys()])
    const valid = channel.validate(settings)
    const problem = channel.definition.check?.(valid, { settings: own, setting }) ?? null
    if (problem !== null) throw invalid('settings', problem)
    return valid
  }

  async function end(claimed: ClaimedMessage, result: AttemptResult): Promise<void> {
    const { channel, message, attempts } = claimed
    const { id, workspaceId, at } = message
    const now = clock()
    const next = now + delayAfter(attempts)
    const again = !result.delivered && !result.permanent && next <= at + longestMs
    const outcome = result.delivered ? 'delivered' : again ? null : 'failed'
    if (outcome === 'failed')
      log.warn({ channel, message: id, attempts, error: result.error }, 'a message could not be delivered')
    await endAttempt(
      records,
      { workspaceId, channel, id },
      { outcome, error: result.error, nextAt: again ? new Date(next) : null, now: new Date(now) },
    )
  }

  function start(claimed: ClaimedMessage): void {
    const { channel: name, message, attempts: number } = claimed
    const recorded = (result: AttemptResult): Promise<void> =>
      end(claimed, result).catch((err: unknown) =>
        log.error({ err, channel: name, message: message.id }, 'cannot record the outcome of a message'),
      )
    const track = (work: Promise<void>): void => {
      results.add(work)
      void work.then(() => results.delete(work))
    }
    const channel = known.get(name)
    const failed = (error: string): void => track(recorded({ delivered: false, error, permanent: false }))
    if (channel === undefined) {
      failed(`unknown channel ${name}`)
      return
    }
    let settings: unknown
    try {
      settings = seal.open(claimed.settings)
    } catch {
      failed('the settings were encrypted under another JWT_SECRET')
      return
    }
    const attempt = startAttempt({ channel, message, settings, number, stopping: stopping.signal }, parts)
    running.set(claimed, name)
    void attempt.settled.then(() => running.delete(claimed))
    // A message may have waited for the room.
    track(attempt.result.then(recorded).then(() => emit(messageQueued, () => ({}))))
  }

  return {
    begin(channels) {
      known = new Map(channels.map((channel) => [channel.definition.name, channel]))
    },
    channels: () => [...known.values()],
    check: (channel, settings) => void checked(channel, settings),
    async send(channel, settings, message: Message, transaction) {
      const valid = checked(channel, settings)
      checkMessage(message)
      const { id = newId('msg_'), link = null, data = {}, ...rest } = message
      const sent: SentMessage = { ...rest, id, link, data, at: clock() }
      await insertMessage(transaction ?? records, { channel, settings: seal.seal(valid), message: sent })
      emit(messageQueued, () => ({}), transaction)
      return id
    },
    async deliver() {
      if (stopping.signal.aborted) return
      const perChannel = [...running.values()].reduce(
        (counts, name) => counts.set(name, (counts.get(name) ?? 0) + 1),
        new Map<string, number>(),
      )
      const full = [...perChannel].filter(([, count]) => count >= mostOfChannel)
      const busy = full.map(([name]) => name)
      const hanging = full.reduce((sum, [, count]) => sum + count, 0)
      const room = Math.min(mostOfChannel, mostRunning + hanging - running.size)
      if (room <= 0) return
      const [now, until] = [new Date(clock()), new Date(clock() + claimMs)]
      for (const one of await claimMessages(records, { now, until, most: room, busy })) start(one)
    },
    tidy: () => forgetMessages(records, new Date(clock() - listedMs)),
    async idle() {
      while (results.size > 0) await Promise.all(results)
    },
    async close() {
      stopping.abort(new Error('the service is stopping'))
      await Promise.all(results)
    },
  }
}
