import { asApiError } from '../api/error.js'
import { toast } from './toast.js'
import { uiText } from '../text/ui.js'

/** Says what was deleted and offers to restore it, for ten seconds. The service restores for longer. */
export function offerUndo(text: string, restore: () => Promise<unknown>, onRestored: () => void): void {
  toast(text, {
    action: {
      label: uiText.undo,
      run: () =>
        void restore().then(onRestored, (error: unknown) => toast(asApiError(error).message, { bad: true })),
    },
  })
}
