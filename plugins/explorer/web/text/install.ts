/** What people read in views/install. */
export const installText = {
  tooManyPropertyNames: 'Too many property names',
  thisWorkspaceHasReachedIts:
    'This workspace has reached its limit of property names (PROPERTY_NAMES). New names are stored and can be queried, but lists do not offer them. The usual cause is a client that puts an ID into the name of a property, as in “seen 4711”. Put the ID into the value instead.',
  addData: 'Add data',
  theClientsYouAlreadyHaveCan:
    'The clients you already have can send here unchanged: give them this address and an ingest key.',
}
