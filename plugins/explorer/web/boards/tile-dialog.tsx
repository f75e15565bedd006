import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Field, TextField } from '../ui/field.js'
import { FormDialog } from '../ui/form-dialog.js'

const charts = [
  ['auto', 'As fits the answer'],
  ['line', 'Line'],
  ['area', 'Area'],
  ['bar', 'Bars'],
  ['number', 'Number'],
  ['table', 'Table'],
] as const

interface Props {
  readonly title: string
  readonly action: string
  readonly tile: { readonly title: string; readonly chart: string }
  readonly onSubmit: (fields: { readonly title: string; readonly chart: string }) => Promise<unknown>
  readonly onClose: () => void
  readonly children?: ComponentChildren
}

/** What a tile is called and how it is drawn. */
export function TileDialog({ tile, onSubmit, children, ...dialog }: Props) {
  const [title, setTitle] = useState(tile.title)
  const [chart, setChart] = useState(tile.chart)
  const known = charts.some(([value]) => value === chart)
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
          <TextField
            label="Title"
            value={title}
            onInput={setTitle}
            maxLength={200}
            required
            autofocus
            error={problemOf('title')}
          />
          <Field label="Shown as" error={problemOf('chart')}>
            {(ids) => (
              <select
                {...ids}
                class="input"
                value={chart}
                onChange={(event) => setChart(event.currentTarget.value)}
              >
                {charts.map(([value, label]) => (
                  <option key={value} value={value} selected={value === chart}>
                    {label}
                  </option>
                ))}
                {!known && (
                  <option value={chart} selected>
                    {chart}
                  </option>
                )}
              </select>
            )}
          </Field>
        </>
      )}
    </FormDialog>
  )
}
