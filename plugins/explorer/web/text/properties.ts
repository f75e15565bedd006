/** What people read in views/properties. */
export const propertiesText = {
  keyword: 'Keyword',
  expression: 'Expression',
  fieldsStringsNumbersAnd: "Fields, 'strings', numbers and functions; Ctrl+Space completes",
  suggestions: 'Suggestions',
  newProperty: 'New property',
  editCalcName: (name: string) => `Edit calc.${name}`,
  createProperty: 'Create property',
  saveChanges: 'Save changes',
  name: 'Name',
  description: 'Description',
  preview: 'Preview',
  none: '(none)',
  properties: 'Properties',
  fieldsThatAnExpression:
    'Fields that an expression calculates from the fields of an event. They are available in every filter and breakdown.',
  createOneForTheDomainOf:
    'Create one for the domain of a referrer or a class of amounts, and use it like any other field.',
  noCalculatedPropertiesYet: 'No calculated properties yet',
  deleteCalcName: (name: string) => `Delete calc.${name}`,
  deleteQuestion: (name: string) => `Delete calc.${name}?`,
  aPropertyThatIsUsedBy:
    'A property that is used by another property, an audience or a board cannot be deleted.',
  deleteProperty: 'Delete property',
  usedAs: (name: string) => `Used as calc.${name}`,
  valuesOfType: (type: string) => `Values of type ${type} in the newest events`,
  noEventsYet: 'There are no events yet.',
  nameExample: 'source',
}
