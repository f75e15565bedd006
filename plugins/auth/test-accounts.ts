import { jwtVerify } from 'jose'
import type { Test } from 'tap'
import { accessControl, type Caller, type Settings } from '../../contract/index.js'
import { createRecordStore } from '../../storage-adapters/postgres/records/store.js'
import { openPlugins, tokenKey } from '../../test/support/plugins.js'
import { temporaryDatabase } from '../../test/support/records.js'
import { silentLog } from '../../test/support/silent-log.js'
import { audit } from '../audit/index.js'
import { auth } from './index.js'

/** Starts the plugin alone, over a record database of its own. */
export async function start(t: Test, settings: Partial<Settings> = {}) {
  const database = await temporaryDatabase()
  const records = createRecordStore({ url: database.url, log: silentLog })
  t.teardown(async () => {
    await records.close()
    await database.drop()
  })
  const fixture = await openPlugins([audit, auth], { records, settings })
  const admission = async ({ token }: Pick<LoginBody, 'token'>, workspaceId: string | null = null) => {
    const { payload } = await jwtVerify(token, tokenKey, {
      currentDate: new Date(fixture.dependencies.clock()),
    })
    return fixture.use(accessControl).session({ sub: payload.sub ?? '', jti: payload.jti ?? '' }, workspaceId)
  }
  const callerOf = async (login: Pick<LoginBody, 'token'>): Promise<Caller> => {
    const found = await admission(login)
    if (found === null) throw new Error('the session is over')
    return found.caller
  }
  const post = async (path: string, body?: unknown, caller?: Caller) =>
    (
      (await fixture.call(`POST /api/v1/auth/${path}`, { body, ...(caller && { caller }) })) as {
        data: LoginBody
      }
    ).data
  return { ...fixture, sql: database.sql, records, admission, callerOf, post }
}

export interface LoginBody {
  readonly token: string
  readonly expires_at: string
  readonly user: { readonly id: string; readonly email: string; readonly role: string }
}

export const ada = { email: 'Ada@Example.com', password: 'correct horse' }
