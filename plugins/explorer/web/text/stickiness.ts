/** What people read in views/stickiness. */
export const stickinessText = {
  thePluginStickinessIsNotLoaded: 'The plugin “stickiness” is not loaded in this service.',
  stickinessMetricsAreNot: 'Stickiness metrics are not available',
  stickiness: 'Stickiness',
  theShareOfAMonthsActive: 'The share of a month’s active people who are active on a day or in a week.',
}
