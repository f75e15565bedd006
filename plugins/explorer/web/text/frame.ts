/** What people read in frame. */
export const frameText = {
  theRequestWasCancelled: 'The request was cancelled',
  copied: 'Copied',
  theBrowserBlockedCopyingSelect: 'The browser blocked copying; select the text and copy it yourself',
  itsModuleExportsNoFunction: 'its module exports no function mount',
  itsStyleSheetHrefCannotBe: (href: string) => `its style sheet ${href} cannot be loaded`,
}
