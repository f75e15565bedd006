import { Dialog } from '../ui/dialog.js'
import { modKey } from './use-keys.js'

const shortcuts: readonly (readonly [readonly string[], string])[] = [
  [[`${modKey} K`, '/'], 'Go to anything, or do something'],
  [['?'], 'Show this list'],
  [['Tab', 'Shift Tab'], 'Next or previous control'],
  [['↑', '↓', 'Enter'], 'Move in a list and choose'],
  [['←', '→'], 'Move between the points of a chart'],
  [['Enter'], 'List the people behind a point of a chart'],
  [['Shift ←', 'Shift →', 'Enter'], 'Show only a part of a chart'],
  [['Esc'], 'Close the open panel or dialog, or go back from a part of a chart'],
]

export const Shortcuts = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title="Keyboard shortcuts" onClose={onClose}>
    <dl class="stack">
      {shortcuts.map(([keys, what]) => (
        <div class="spread" key={what}>
          <dt>{what}</dt>
          <dd class="row">
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </Dialog>
)
