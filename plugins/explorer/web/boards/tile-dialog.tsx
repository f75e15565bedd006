import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { SelectField } from '../ui/choice-fields.js'
import { chartName } from '../charts/options.js'
import type { Option } from '../ui/field.js'
import { FormDialog } from '../ui/form-dialog.js'
import { NameField } from '../ui/name-field.js'
import { boardsText } from '../text/boards.js'

const charts: readonly Option[] = [
  { value: 'auto', label: boardsText.automatic },
  { value: 'line', label: boardsText.line },
  { value: 'area', label: boardsText.area },
  { value: 'bar', label: boardsText.bars },
  { value: 'number', label: boardsText.number },
  { value: 'table', label: boardsText.table },
]

interface Props {
  readonly title: string
  readonly action: string
  readonly tile: { readonly title: string; readonly chart: string }
  readonly onSubmit: (fields: { readonly title: string; readonly chart: string }) => Promise<unknown>
  readonly onClose: () => void
  readonly children?: ComponentChildren
}

/** A form for the title and the chart type of a tile. */
export function TileDialog({ tile, onSubmit, children, ...dialog }: Props) {
  const [title, setTitle] = useState(tile.title)
  const [chart, setChart] = useState(tile.chart)
  const known = charts.some(({ value }) => value === tile.chart)
  return (
    <FormDialog
      {...dialog}
      fields={['title', 'chart']}
      disabled={title.trim() === ''}
      onSubmit={() => onSubmit({ title, chart })}
    >
      {(problemOf) => (
        <>
          {children}
          <NameField
            label={boardsText.title}
            field="title"
            value={title}
            onInput={setTitle}
            problemOf={problemOf}
          />
          <SelectField
            label={boardsText.chartType}
            value={chart}
            options={known ? charts : [...charts, { value: tile.chart, label: chartName(tile.chart) }]}
            onChange={setChart}
            error={problemOf('chart')}
          />
        </>
      )}
    </FormDialog>
  )
}
