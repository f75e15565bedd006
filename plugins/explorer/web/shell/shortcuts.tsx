import { Dialog } from '../ui/dialog.js'
import { modKey } from './use-keys.js'

const shortcuts: readonly (readonly [readonly string[], string])[] = [
  [[`${modKey} K`, '/'], 'Go to a view or a metric'],
  [['?'], 'This list'],
  [['Tab', 'Shift Tab'], 'The next and the last control'],
  [['↑', '↓', 'Enter'], 'Move in a list, and choose'],
  [['←', '→'], 'Move over the points of a chart'],
  [['Enter'], 'On a point of a chart: the people behind it'],
  [['Esc'], 'Close what is open'],
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
