import { plural } from './plural.js'

/** What people read in share. */
export const shareText = {
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  showAsAPICall: 'Show as API call',
  saveQuestion: 'Save question',
  addToBoard: 'Add to board',
  exportCSV: 'Export CSV',
  shareAndExport: 'Share and export',
  share: 'Share',
  apiCallOfThisView: 'API call of this view',
  apiCallsOfThisView: (count: number) =>
    plural(count, { one: '# API call of this view', other: '# API calls of this view' }),
  copy: 'Copy',
  copied: 'Copied',
  setTheToken:
    'Set <code>SEXTANT_TOKEN</code> to a query key of this workspace, or to a token from <code>POST /api/v1/auth/login</code>.',
}
