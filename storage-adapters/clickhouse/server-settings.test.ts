import t from 'tap'
import { groupingSettings } from './server-settings.js'

t.test('groups are split into blocks later where few threads merge them', (t) => {
  const two = { group_by_two_level_threshold: '300000', group_by_two_level_threshold_bytes: '200000000' }
  t.strictSame(groupingSettings('2'), two)
  t.strictSame(groupingSettings('auto(2)'), two)
  t.strictSame(groupingSettings('5'), {
    group_by_two_level_threshold: '120000',
    group_by_two_level_threshold_bytes: '80000000',
  })
  for (const many of ['6', 'auto(16)', '0', '']) t.strictSame(groupingSettings(many), {}, many)
  t.end()
})
