import { setTimeout as pause } from 'node:timers/promises'
import {
  findingFail,
  type CheckContext,
  type CheckDefinition,
  type Finding,
} from '../../../core/contract/index.js'
import type { Registered, Registry } from '../../../core/kernel/registries.js'
import { wordsOf } from '../../start-error.js'

/** Milliseconds after which a check is given up. */
const longest = 60_000

/** Runs the checks of all plugins, one after the other. A check that throws, hangs or lies is a finding. */
export async function* pluginCheckFindings(
  { checks }: Pick<Registry, 'checks'>,
  context: Omit<CheckContext, 'signal'>,
  limitMs = longest,
): AsyncGenerator<Finding> {
  for (const entry of checks.values()) yield* await findingsOf(entry, context, limitMs)
}

async function findingsOf(
  { plugin, definition }: Registered<CheckDefinition>,
  context: Omit<CheckContext, 'signal'>,
  limitMs: number,
): Promise<readonly Finding[]> {
  const { name } = definition
  const failed = (words: string): readonly Finding[] => [findingFail(name, `plugin ${plugin}: ${words}`)]
  const late = new AbortController()
  const ended = new AbortController()
  const timeout = pause(limitMs, failed(`no result within ${limitMs / 1000} s`), { signal: ended.signal })
  timeout.then(
    () => late.abort(),
    () => undefined,
  )
  try {
    const running = Promise.resolve(definition.run(Object.freeze({ ...context, signal: late.signal })))
    const found: unknown = await Promise.race([running, timeout])
    return isFindings(found) ? found : failed('run() must return an array of findings')
  } catch (error) {
    return failed(wordsOf(error))
  } finally {
    ended.abort()
  }
}

const statuses: readonly unknown[] = ['ok', 'warn', 'fail']

const isFindings = (found: unknown): found is readonly Finding[] =>
  Array.isArray(found) &&
  found.every((one: unknown) => {
    const { status, subject, words } = (one ?? {}) as Partial<Record<keyof Finding, unknown>>
    return statuses.includes(status) && typeof subject === 'string' && typeof words === 'string'
  })
