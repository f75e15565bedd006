import { randomInt } from 'node:crypto'
import { ServiceError, type WorkspaceRef } from '../../../contract/index.js'
import { clickhouseError } from '../errors.js'
import type { Servers } from '../cluster/servers.js'
import {
  passwordOf,
  accountDatabase,
  accountUser,
  type BorrowedReader,
  type ReaderAccounts,
  type AccountPoolOptions,
} from './accounts.js'
import { makeReadable } from './create-views.js'

/** A workspace's account. */
interface PooledAccount {
  readonly account: number
  running: number
  /** Logical time of the last use. */
  used: number
}

/** Attempts to assign an account when another process takes the same one at the same moment. */
const attempts = 20

/**
 * Assigns the configured accounts to workspaces on demand: one account and one database per workspace. When
 * all are assigned, the least recently used idle workspace loses its account; it gets one again on its next
 * statement.
 */
export function createAccountPool(servers: Servers, options: AccountPoolOptions): ReaderAccounts {
  const places = new Map<number, PooledAccount>()
  let clock = 0
  let turn: Promise<unknown> = Promise.resolve()

  /** Serializes assignments: two workspaces must not take one account. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work)
    turn = next.catch(() => undefined)
    return next
  }

  async function databases(): Promise<readonly Given[]> {
    const result = await servers.client.query({
      query: "SELECT name FROM system.databases WHERE match(name, '^r[0-9]+_[0-9]+$')",
      format: 'JSONCompactEachRow',
    })
    return (await result.json<[string]>()).map(([name]) => {
      const [account, number] = name.slice(1).split('_').map(Number)
      return { name, account: account ?? 0, number: number ?? 0 }
    })
  }

  const remove = (name: string): Promise<unknown> =>
    servers.everywhere((on) => `DROP DATABASE IF EXISTS \`${name}\`${on} SYNC`)

  /**
   * Takes the account of the least recently used workspace that runs no statement. Throws UNAVAILABLE if all
   * run one.
   */
  async function takeAway(given: readonly Given[]): Promise<number> {
    const idle = given
      .filter(({ account, number }) => account < options.count && (places.get(number)?.running ?? 0) === 0)
      .sort((a, b) => (places.get(a.number)?.used ?? 0) - (places.get(b.number)?.used ?? 0))
    const [oldest] = idle
    if (oldest === undefined)
      throw new ServiceError('UNAVAILABLE', 'too many workspaces are running SQL; try again', {
        retryAfter: 2,
      })
    places.delete(oldest.number)
    await remove(oldest.name)
    return oldest.account
  }

  async function assign(number: number): Promise<number> {
    const before = await databases()
    // A database left by an earlier process may have another version's views, so it is recreated.
    for (const { name } of before.filter((one) => one.number === number)) await remove(name)
    for (let attempt = 1; ; attempt++) {
      const given = (await databases()).filter((one) => one.number !== number)
      const taken = new Set(given.map(({ account }) => account))
      const free = Array.from({ length: options.count }, (_, account) => account).filter(
        (account) => !taken.has(account),
      )
      const account = free[free.length > 0 ? randomInt(free.length) : 0] ?? (await takeAway(given))
      const name = accountDatabase(account, number)
      await servers.everywhere((on) => `CREATE DATABASE \`${name}\`${on}`)
      const sharing = (await databases()).filter((one) => one.account === account)
      if (sharing.length === 1) {
        await makeReadable(servers, name, number).catch(async (error: unknown) => {
          await remove(name)
          throw error
        })
        return account
      }
      await remove(name)
      if (attempt === attempts)
        throw new ServiceError('UNAVAILABLE', 'SQL is overloaded; try again', { retryAfter: 1 })
    }
  }

  async function placeOf(number: number): Promise<PooledAccount> {
    const known = places.get(number)
    if (known !== undefined) return known
    const place: PooledAccount = { account: await assign(number), running: 0, used: 0 }
    places.set(number, place)
    return place
  }

  const borrow = ({ number }: WorkspaceRef): Promise<BorrowedReader> =>
    inTurn(async () => {
      const place = await placeOf(number)
      place.running++
      place.used = ++clock
      let released = false
      const user = accountUser(place.account)
      return {
        user,
        password: passwordOf(options.secret, user),
        database: accountDatabase(place.account, number),
        release() {
          if (!released) place.running--
          released = true
        },
      }
    }).catch((error: unknown) => {
      throw clickhouseError(error)
    })

  return {
    borrow,
    forget: ({ number }) => void places.delete(number),
    drop: ({ number }) =>
      inTurn(async () => {
        places.delete(number)
        for (const given of await databases()) if (given.number === number) await remove(given.name)
      }),
  }
}

/** A reader's database, with the account and workspace that its name states. */
interface Given {
  readonly name: string
  readonly account: number
  readonly number: number
}
