import { toast } from './toast.js'

/** Puts a text on the clipboard, and says so. */
export async function copy(text: string, what = 'Copied'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(what)
  } catch {
    // Browsers give no clipboard to pages that are not served over https.
    toast('The browser does not let this page copy: select the text instead', { bad: true })
  }
}
