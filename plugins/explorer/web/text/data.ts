/** What people read in data. */
export const dataText = {
  dimensionNumber: (number: number) => `dimension ${number}`,
  fields: 'Fields',
  properties: 'Properties',
  calculated: 'Calculated',
  traitsOfThePerson: 'Traits of the person',
  groups: 'Groups',
}
