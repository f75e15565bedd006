import { h, render, type ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState, type EffectCallback } from 'preact/hooks'
import { get } from '../api/call.js'
import { useAnswer } from '../api/use-answer.js'
import { Bars } from '../charts/bars.js'
import { formatCount, formatPercent, formatSeconds, formatTime, formatValue } from '../charts/format.js'
import { datesOf, linesOf } from '../charts/line.js'
import { dimensionName } from '../data/dimension.js'
import { NumberCard } from '../charts/number-card.js'
import { TimeChart } from '../charts/time-chart.js'
import type { Ui } from '../page/contract.js'
import { saveFile } from '../share/csv.js'
import { PageHead } from '../shell/page-head.js'
import { Button } from '../ui/button.js'
import { SegmentedField, SelectField } from '../ui/choice-fields.js'
import { Confirm } from '../ui/confirm.js'
import { Dialog } from '../ui/dialog.js'
import { TextField } from '../ui/field.js'
import { FormDialog } from '../ui/form-dialog.js'
import { Form } from '../ui/form.js'
import { Icon } from '../ui/icon.js'
import { Pager } from '../ui/pager.js'
import { Answered, EmptyState, ErrorState, Loading } from '../ui/states.js'
import { Table } from '../ui/table.js'
import { useAction } from '../ui/use-action.js'
import { Boundary } from './boundary.js'
import type { Bridge } from './bridge.js'
import { Card, Row, Soft, Stack, Tag } from './layout.js'
import type { FollowedQuery } from './query.js'
import { frameText } from '../text/frame.js'

interface Given {
  readonly explorer: Bridge
  readonly query: FollowedQuery
  /** Called with an error that was thrown while the page renders. */
  readonly fail: (error: unknown) => void
}

/** The explorer's own parts, for a page: the compiler holds them to the contract. */
export function createUi({ explorer, query, fail }: Given): Ui {
  const toast: Ui['toast'] = (text, { bad = false } = {}) => explorer.post({ kind: 'toast', text, bad })
  return Object.freeze({
    h: h as Ui['h'],
    render: (content, element) =>
      render(h(Boundary, { onError: fail }, content as ComponentChildren), element),
    useState,
    useEffect: (effect, inputs) => useEffect(effect as EffectCallback, inputs as unknown[] | undefined),
    useMemo: (make, inputs) => useMemo(make, inputs as unknown[]),
    useRef,
    useAnswer: (path, parameters) => useAnswer(path === null ? null : get(path, parameters)),
    useQuery: () => query.now.value,
    useAction,
    ...{ PageHead, Card, Row, Stack, Soft, Tag, Icon, Button, Table, Pager, TimeChart, Bars, NumberCard },
    chartData(series, label) {
      const dates = datesOf([series])
      const lines = [...linesOf(series)].map(([dimension, values]) => ({
        id: dimension,
        label: dimension === '' ? label : dimensionName(dimension),
        values: dates.map((date) => values.get(date) ?? null),
        ...(dimension === '' && series.total !== undefined ? { total: series.total } : {}),
      }))
      return { dates, lines }
    },
    ...{ Form, TextField, SelectField, SegmentedField, Dialog, FormDialog, Confirm },
    ...{ Answered, EmptyState, ErrorState, Loading },
    toast,
    async copy(text, what = frameText.copied) {
      try {
        await navigator.clipboard.writeText(text)
        toast(what)
      } catch {
        toast(frameText.theBrowserBlockedCopyingSelect, { bad: true })
      }
    },
    download: (name, content) => saveFile(name, content, 'text/plain;charset=utf-8'),
    format: Object.freeze({
      value: formatValue,
      count: formatCount,
      percent: formatPercent,
      seconds: formatSeconds,
      time: formatTime,
    }),
  } satisfies Ui)
}
