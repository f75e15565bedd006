import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What a theme can change; everything else is the same in both. */
const ofColours = ['color-contrast', 'link-in-text-block']

/**
 * Returns what axe finds in a page that is of moderate impact or worse, one line for each rule with its first
 * elements. Frames are looked at on their own.
 */
export async function faultsOf(
  document: Page | Frame,
  only: 'everything' | 'colours',
): Promise<readonly string[]> {
  // Evaluated, because the pages allow no script of others.
  if (!(await document.evaluate<boolean>('"axe" in window'))) await document.evaluate(axe)
  const options = {
    iframes: false,
    resultTypes: ['violations'],
    ...(only === 'colours'
      ? { runOnly: { type: 'rule', values: ofColours } }
      : { rules: { 'target-size': { enabled: true } } }),
  }
  return document.evaluate<
    string[]
  >(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, impact, nodes }) => id + ' (' + impact + '), ' + nodes.length + ': '
      + nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')))`)
}
