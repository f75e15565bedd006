import { toast } from './toast.js'
import { uiText } from '../text/ui.js'

/** Copies a string to the clipboard and shows a toast. */
export async function copy(text: string, what = uiText.copied): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(what)
  } catch {
    // Browsers allow the clipboard only to pages served over https or from localhost.
    toast(uiText.theBrowserBlockedCopyingSelect, { bad: true })
  }
}
