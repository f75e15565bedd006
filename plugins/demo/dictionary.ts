import type { DemoClient } from './client.js'

/** What the events of the story mean; `GET /dictionary/file` would write it so. */
const file = {
  version: 1,
  events: [
    { name: 'dashboard_shared', description: 'A dashboard was shared with someone.', owner: 'Product' },
    {
      name: 'error_shown',
      description: 'An error message was shown.',
      owner: 'Platform',
      status: 'verified',
    },
    {
      name: 'page_viewed',
      description: 'A page of the site or of the app.',
      owner: 'Growth',
      status: 'verified',
    },
    {
      name: 'payment_succeeded',
      description: 'A card was charged.',
      owner: 'Billing',
      status: 'verified',
      properties: [
        { name: 'amount', required: true, type: 'number' },
        { name: 'currency', type: 'text', allowed: ['EUR', 'USD'] },
      ],
    },
    {
      name: 'project_created',
      description: 'The first step of using the product.',
      owner: 'Product',
      status: 'verified',
    },
    {
      name: 'search_performed',
      description: 'A search in the app; newer clients do not send it.',
      status: 'deprecated',
    },
    { name: 'signed_up', description: 'An account was created.', owner: 'Growth', status: 'verified' },
    { name: 'signup_started', description: 'The sign-up form was opened.', owner: 'Growth' },
  ],
  properties: [
    { name: 'amount', description: 'In the currency’s main unit.', owner: 'Billing', type: 'number' },
    {
      name: 'plan',
      description: 'The plan of the account.',
      owner: 'Billing',
      status: 'verified',
      type: 'text',
      allowed: ['free', 'starter', 'team', 'business'],
    },
  ],
}

interface Options {
  readonly client: DemoClient
  readonly token: string
  readonly workspace: string
}

/** Fills the dictionary of the story. */
export async function saveDictionary({ client, token, workspace }: Options): Promise<void> {
  await client.call('POST', '/dictionary/file?keep=true', { token, workspace, body: file })
}
