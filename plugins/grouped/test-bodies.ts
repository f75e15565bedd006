import type { Body } from './test-naive.js'

export const bodies: readonly Body[] = [
  { group_by: 'country', size: { type: 'count' }, intensity: { type: 'avg_per_actor' } },
  { group_by: 'plan', size: { type: 'unique_actors' }, intensity: { type: 'percentile_per_actor' } },
  {
    group_by: 'amount',
    size: { type: 'count' },
    intensity: { type: 'percentile_per_actor', percentile: 0.37 },
  },
  { group_by: 'event_name', size: { type: 'sum', property: 'amount' }, intensity: { type: 'unique_actors' } },
  {
    group_by: 'device_id',
    size: { type: 'sum', property: 'amount' },
    intensity: { type: 'percentile_per_actor' },
  },
  {
    group_by: 'country',
    event: 'buy',
    size: { type: 'unique_actors' },
    intensity: { type: 'avg', property: 'amount' },
  },
]

/** Fields that make a valid body invalid, and the path that the 422 names. */
export const wrong: readonly (readonly [string, object])[] = [
  ['/size', { size: undefined }],
  ['/size', { size: 'count' }],
  ['/size/type', { size: {} }],
  ['/size/type', { size: { type: 'median' } }],
  ['/size/property', { size: { type: 'sum' } }],
  ['/size/property', { size: { type: 'count', property: 'p' } }],
  ['/intensity', { intensity: undefined }],
  ['/intensity/type', { intensity: { type: 'sum', property: 'p' } }],
  ['/intensity/property', { intensity: { type: 'avg' } }],
  ['/intensity/percentile', { intensity: { type: 'percentile_per_actor', percentile: 90 } }],
  ['/intensity/percentile', { intensity: { type: 'avg_per_actor', percentile: 0.5 } }],
  ['/group_by', { group_by: '' }],
  ['group_by', { group_by: 'timestamp' }],
  ['group_by', { group_by: 'trait:' }],
  ['size/property', { size: { type: 'sum', property: 'country' } }],
  ['intensity/property', { intensity: { type: 'avg', property: 'trait:age' } }],
  ['/max_groups', { max_groups: 0 }],
  ['/max_groups', { max_groups: 1001 }],
  ['/granularity', { granularity: 'daily' }],
  ['range', { range: 'ever' }],
  ['timezone', { timezone: 'Mars' }],
  ['filters/0/field', { filters: [{ value: 1 }] }],
]
