/** What people read in chart-export. */
export const chartExportText = {
  svgCopied: 'SVG copied',
  imageCopied: 'Image copied',
  theBrowserBlockedCopyingThe: 'The browser blocked copying the image; save it as PNG',
}
