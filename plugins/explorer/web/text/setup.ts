/** What people read in views/setup. */
export const setupText = {
  theNewestEvents: 'The newest events',
  eventsAreComingIn: 'Events are coming in',
  waitingForTheFirstEvent: 'Waiting for the first event…',
  itAppearsHereWithinSecondsNo: 'It appears here within seconds; no reload is required.',
  runThisInATerminalTo: 'Run this in a terminal to send one event. It appears within seconds.',
  theLibrariesOfSegmentAnd:
    'The libraries of Segment and RudderStack. In browsers this is analytics.js, here from npm (@segment/analytics-next).',
  posthogJsFromNpmPostHogs: 'posthog-js from npm. PostHog’s libraries for other languages use the same host.',
  logsAndMetricsFromAnySDK:
    'Logs and metrics from any SDK, configured by environment variables. The Collector takes the same endpoint and header.',
  theSmallBrowserClientTellRs: 'The small browser client @tell-rs/browser, for events and logs.',
  ingestKeyPlaceholder: '<ingest key>',
  client: 'Client',
  snippetForTitle: (title: string) => `Snippet for ${title}`,
  copy: 'Copy',
  snippetCopied: 'Snippet copied',
  createdOnPage: (page: string) => `Created on “${page}”`,
  keyCreatedItIsShownOnly: 'Key created; it is shown only once',
  ingestKeyTitle: 'Ingest key',
  createIngestKey: 'Create ingest key',
  createAnIngestKeyAndIt:
    'Create an ingest key and it is filled into the snippets below, or replace <ingest key> with a key you have. A key is shown only once, when it is created.',
  adminsOfTheWorkspaceCreate:
    'Admins of the workspace create ingest keys. Replace <ingest key> in the snippets with yours.',
  welcomeToSextant: 'Welcome to Sextant',
  thisServiceHasNoUsersYet:
    'This service has no users yet. The first user administers it: creates workspaces, invites members and creates keys.',
  eMail: 'E-mail',
  password: 'Password',
  atLeast8Characters: 'At least 8 characters',
  setUpCode: 'Set-up code',
  theServiceWritesTheCodeTo: 'The service writes the code to its log when it starts',
  createAccount: 'Create account',
  yourFirstWorkspace: 'Your first workspace',
  aWorkspaceHoldsTheDataOf:
    'A workspace holds the data of one product, separate from all others. You can add more at any time.',
  name: 'Name',
  myProduct: 'My product',
  createWorkspace: 'Create workspace',
  account: 'Account',
  workspace: 'Workspace',
  firstEvent: 'First event',
  firstKey: 'First key',
  sendTheFirstEvent: 'Send the first event',
  exploreTheData: 'Explore the data',
  skipForNow: 'Skip for now',
  steps: 'Steps',
  thisIsTheIngestKeyOf: (workspace: string) =>
    `This is the ingest key of <strong>${workspace}</strong>. It can only write data, so it can be used in a web page. Copy it now: it is shown only once.`,
}
