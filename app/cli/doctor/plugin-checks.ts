import { setTimeout as pause } from 'node:timers/promises'
import {
  findingFail,
  type CheckContext,
  type CheckDefinition,
  type EarlyCheckContext,
  type EarlyCheckDefinition,
  type Finding,
} from '../../../contract/index.js'
import type { Registry } from '../../../core/kernel/registries.js'
import { wordsOf } from '../../start-error.js'

/** Milliseconds after which a check is given up. */
const longest = 60_000

type Checks = Pick<Registry, 'checks'>

/**
 * Runs the checks of all plugins that need the stores, one after the other. A check that throws, hangs or lies is
 * a finding.
 */
export async function* pluginCheckFindings(
  { checks }: Checks,
  context: Omit<CheckContext, 'signal'>,
  limitMs = longest,
): AsyncGenerator<Finding> {
  for (const { plugin, definition } of checks.values())
    if (!isEarly(definition)) yield* await findingsOf(plugin, definition, context, limitMs)
}

/** Like pluginCheckFindings(), for the checks that run before the stores are open. */
export async function* earlyCheckFindings(
  { checks }: Checks,
  context: Omit<EarlyCheckContext, 'signal'>,
  limitMs = longest,
): AsyncGenerator<Finding> {
  for (const { plugin, definition } of checks.values())
    if (isEarly(definition)) yield* await findingsOf(plugin, definition, context, limitMs)
}

const isEarly = (check: CheckDefinition | EarlyCheckDefinition): check is EarlyCheckDefinition =>
  'before' in check

async function findingsOf<C extends object>(
  plugin: string,
  definition: { readonly name: string; run(check: C & { readonly signal: AbortSignal }): Promise<unknown> },
  context: C,
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
