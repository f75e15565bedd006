import { Popover } from '../ui/popover.js'
import { ItemList } from './item-list.js'
import type { ChosenItem } from './items.js'
import { preloadEvents, useSeriesItems } from './use-items.js'
import { seriesPickerText } from '../text/series-picker.js'

interface Props {
  /** The name of the chosen series. */
  readonly text: string
  readonly label: string
  /** The chosen item: `event:signed_up`, `metric:dau`, `question:qst_…`. */
  readonly value: string
  readonly onChoose: (item: ChosenItem) => void
}

/** Chooses what a series shows: an event, a metric, a saved question or a formula. Typing on the button opens it. */
export const SeriesPicker = ({ text, label, value, onChoose }: Props) => (
  <span class="series-picker" onPointerEnter={preloadEvents} onFocusCapture={preloadEvents}>
    <Popover text={text} label={`${label}: ${text}`} popup="listbox" typeahead>
      {(close, typed) => (
        <ItemList
          label={seriesPickerText.findAnEventAMetricOr}
          useItems={useSeriesItems}
          value={value}
          typed={typed}
          onChoose={(item) => {
            onChoose(item)
            close()
          }}
        />
      )}
    </Popover>
  </span>
)
