import { Command } from 'commander'
import { unknownName, type Relation } from '../../contract/index.js'
import { StartError } from '../start-error.js'
import type { CompiledPlan } from './plan/engines.js'
import { planShown } from '../../plugins/explain/plan-shown.js'
import type { ExplainedPlans } from './plan/explained.js'
import type { LoadSettings } from './settings.js'
import { sqlLines } from './sql-lines.js'
import { say } from './terminal.js'

export const planCommand = (load: LoadSettings): Command =>
  new Command('plan')
    .summary("show a metric's plan and each engine's query")
    .description(
      "Shows a metric's queries to the storage: the plan, and the text and parameters for each engine. " +
        'It names the rules that changed the plan for an engine; --without leaves one out, to show its effect. ' +
        'Needs no storage, and shows the statements when all views are built. Long lists are shortened. With range=all_time the ' +
        'first event counts as 90 days old. With --workspace it reads from the storage which views answer now, and shows the plan ' +
        'after each rule and every statement that would run; with embedded engines the service must not be running.',
    )
    .argument('<metric>', 'a key of GET /api/v1/metrics, or <key>:<argument>')
    .argument('[query]', "a query string: 'range=7d&breakdown=country'", '')
    .option(
      '--without <rule>',
      'leave out a rule, by its name in ARCHITECTURE.md; may be repeated',
      addRule,
      [],
    )
    .option(
      '--workspace <slug>',
      'show what would run for this workspace now, on the storage of the settings',
    )
    .action(async (metric: string, query: string, { without, workspace }: Options) => {
      const settings = load(workspace === undefined ? {} : { LOG_LEVEL: 'warn' })
      const registry = load.registry()
      const asked = { metric, query, now: Date.now() }
      if (workspace !== undefined) {
        if (without.length > 0) throw new StartError('--without and --workspace exclude each other')
        const { explainedIn } = await import('./plan/explained.js')
        tellExplained(await explainedIn(workspace, asked, registry, settings))
        return
      }
      const { compiledBy, ruleNames } = await import('./plan/engines.js')
      const { plansOf } = await import('./plan/plans-of.js')
      for (const name of without)
        if (!ruleNames.includes(name)) throw new StartError(unknownName('rule', name, ruleNames))
      const plans = await plansOf(registry, settings, asked)
      for (const [index, plan] of plans.entries()) {
        tellPlan(plan, index, plans.length)
        for (const compiled of compiledBy(plan, registry, { now: asked.now, withoutRules: without }))
          tell(compiled)
        say()
      }
    })

interface Options {
  readonly without: readonly string[]
  readonly workspace?: string
}

function tellPlan(plan: Relation, index: number, count: number): void {
  say(`== ${count === 1 ? 'plan' : `plan ${index + 1} of ${count}`} ==`)
  say(planShown(plan))
}

function tellExplained({ engine, plans }: ExplainedPlans): void {
  for (const [index, { plan, rules, views, reads, statements }] of plans.entries()) {
    tellPlan(plan, index, plans.length)
    for (const fired of rules) say(`\n== after ${fired.rule} ==\n${planShown(fired.plan)}`)
    say(`\n== ${engine} ==`)
    say(`rules: ${namesOf(rules.map(({ rule }) => rule))}`)
    say(`views: ${namesOf(views.map(({ name, freshness }) => `${name} (${freshness})`))}`)
    say(`reads: ${namesOf(reads)}`)
    for (const { purpose, text, parameters } of statements)
      say(`\n-- ${purpose}\n${sqlLines(text)}\n\nparameters: ${planShown(parameters)}`)
    say()
  }
}

const namesOf = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '))

const addRule = (name: string, others: readonly string[]): readonly string[] => [...others, name]

function tell({ engine, text, parameters, rules, reads, evaluated }: CompiledPlan): void {
  say(`\n== ${engine} ==`)
  if (rules !== null) {
    say(`rules: ${namesOf(rules)}`)
    say(`views: ${namesOf(reads)}\n`)
  }
  if (evaluated !== null) say(evaluated === 'as is' ? 'evaluates the plan unchanged' : planShown(evaluated))
  else {
    say(sqlLines(text))
    say(`\nparameters: ${planShown(parameters)}`)
  }
}
