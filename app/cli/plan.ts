import { Command, InvalidArgumentError } from 'commander'
import { loadRegistry } from '../load-registry.js'
import { allPlugins } from '../main.js'
import { compiledBy, ruleNames, type CompiledPlan } from './plan/engines.js'
import { planShown } from './plan/shown.js'
import { plansOf } from './plan/plans-of.js'
import type { LoadSettings } from './settings.js'
import { sqlLines } from './sql-lines.js'
import { say } from './terminal.js'

export const planCommand = (load: LoadSettings): Command =>
  new Command('plan')
    .summary("show a metric's plan and each engine's query")
    .description(
      'Shows what a metric asks of the storage: the plan, and the text and parameters that each engine is given. ' +
        'It names the rules that changed the plan for an engine; --without leaves one out, to see what it does. ' +
        'Needs no storage. Long lists are shortened. With range=all_time the first event counts as 90 days old.',
    )
    .argument('<metric>', 'a key of GET /api/v1/metrics, or <key>:<argument>')
    .argument('[query]', "as in an address: 'range=7d&breakdown=country'", '')
    .option('--without <rule>', `leave out a rule: ${ruleNames.join(', ')}`, addRule, [])
    .action(async (metric: string, query: string, { without }: { without: readonly string[] }) => {
      const settings = load()
      const registry = loadRegistry(await allPlugins(settings))
      const plans = await plansOf(registry, settings, { metric, query, now: Date.now() })
      for (const [index, plan] of plans.entries()) {
        const which = plans.length === 1 ? 'plan' : `plan ${index + 1} of ${plans.length}`
        say(`== ${which} ==`)
        say(planShown(plan))
        for (const compiled of compiledBy(plan, registry, without)) tell(compiled)
        say()
      }
    })

function addRule(name: string, others: readonly string[]): readonly string[] {
  if (!ruleNames.includes(name))
    throw new InvalidArgumentError(`unknown rule; the rules are ${ruleNames.join(', ')}`)
  return [...others, name]
}

function tell({ engine, text, parameters, rules, reads, evaluated }: CompiledPlan): void {
  say(`\n== ${engine} ==`)
  if (rules !== null) {
    say(`rules: ${rules.length === 0 ? 'none' : rules.join(', ')}`)
    say(`views: ${reads.length === 0 ? 'none' : reads.join(', ')}\n`)
  }
  if (evaluated !== null) say(evaluated === 'as is' ? 'evaluates the plan as it is' : planShown(evaluated))
  else {
    say(sqlLines(text))
    say(`\nparameters: ${planShown(parameters)}`)
  }
}
