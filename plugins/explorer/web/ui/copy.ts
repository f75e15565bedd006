import { toast } from './toast.js'

/** Copies a string to the clipboard and shows a toast. */
export async function copy(text: string, what = 'Copied'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(what)
  } catch {
    // Browsers allow the clipboard only to pages served over https or from localhost.
    toast('The browser blocked copying; select the text and copy it yourself', { bad: true })
  }
}
