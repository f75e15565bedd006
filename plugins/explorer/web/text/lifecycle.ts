/** What people read in views/lifecycle. */
export const lifecycleText = {
  thePluginLifecycleIsNotLoaded: 'The plugin “lifecycle” is not loaded in this service.',
  theLifecycleMetricIsNot: 'The lifecycle metric is not available',
  lifecycle: 'Lifecycle',
  activePeopleOfEachPeriodNew:
    'Active people of each period: new, returning from the previous period, or resurrected after a gap. Dormant people are shown below zero.',
  showDormantPeople: 'Show dormant people',
  activePeopleByLifecycleState: 'Active people by lifecycle state',
  inAPeriodThatIsNot: 'In a period that is not over, people who have not come back yet count as dormant.',
}
