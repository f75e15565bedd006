import { integer } from './format.js'
import { language } from './language.js'

const rules = new Intl.PluralRules(language.tag)

/** A sentence for each plural form of the language; `#` stands for the number. English has one and other. */
type PluralForms = { readonly other: string } & Partial<Readonly<Record<Intl.LDMLPluralRule, string>>>

/** The sentence for this number: `plural(2, { one: '# tile', other: '# tiles' })` is `2 tiles`. */
export const plural = (count: number, forms: PluralForms): string =>
  (forms[rules.select(count)] ?? forms.other).replaceAll('#', integer(count))
