/** What people read in views/shared. */
export const sharedText = {
  itHasExpiredWasRevokedOr:
    'It has expired, was revoked or is incomplete. Request a new one from the sender.',
  thisLinkIsNoLongerValid: 'This link is no longer valid',
  printOrSaveAsPDF: 'Print or save as PDF',
  thisBoardHasNoTilesThat:
    'This board has no tiles that a public link may show. Members of the workspace see all of them.',
  noTilesToShow: 'No tiles to show',
  sharedFromSextantTheLinkIs: (time: string) => `Shared from Sextant. The link is valid until ${time} UTC`,
  membersSeeLeftOutMore: (leftOut: number) => `Members see ${leftOut} more`,
}
