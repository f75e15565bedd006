import t from 'tap'
import { titleOf } from '../../http/metric-list.js'
import { loadPlugins } from '../../core/kernel/load-plugins.js'
import { builtInPlugins } from '../../plugins/index.js'

const metrics = [...loadPlugins(builtInPlugins).metrics.values()].map(({ definition }) => definition)

t.test('every built-in metric has a title of its own, in words', async (t) => {
  t.ok(metrics.length > 20, `${metrics.length} metrics`)
  for (const { key, title = '' } of metrics) {
    t.match(title, /^[A-Z][a-z]+( [a-z0-9,]+)*$/, `${key}: ${title}`)
    t.ok(title.length <= 50, `${key} fits into a row`)
  }
  t.equal(new Set(metrics.map(titleOf)).size, metrics.length, 'no two are alike')
  t.equal(titleOf({ key: 'dau', title: 'Active people per day' }), 'Active people per day')
})

t.test('without a title, it is the words of the key', async (t) => {
  t.equal(titleOf({ key: 'median_gap' }), 'Median gap')
})
