import { Dialog } from '../ui/dialog.js'
import { modKey } from './use-keys.js'
import { shellText } from '../text/shell.js'

const shortcuts: readonly (readonly [readonly string[], string])[] = [
  [[`${modKey} K`, '/'], shellText.goToAnythingOrDoSomething],
  [['?'], shellText.showThisList],
  [['Tab', 'Shift Tab'], shellText.nextOrPreviousControl],
  [['↑', '↓', 'Enter'], shellText.moveInAListAndChoose],
  [['←', '→'], shellText.moveBetweenThePointsOfA],
  [['Enter'], shellText.listThePeopleBehindAPoint],
  [['Shift ←', 'Shift →', 'Enter'], shellText.zoomToAPartOfA],
  [['Esc'], shellText.closeTheOpenPanelOrDialog],
]

export const Shortcuts = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title={shellText.keyboardShortcuts} onClose={onClose}>
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
