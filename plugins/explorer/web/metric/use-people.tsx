import { useState } from 'preact/hooks'
import type { ComponentChildren } from 'preact'
import type { Call } from '../api/call.js'
import { PeopleDrawer } from '../people/people-drawer.js'

interface Opened {
  readonly call: Call
  readonly title: string
  /** What else can be done with the number. */
  readonly actions?: ComponentChildren
}

type OpenPeople = (call: Call, title: string, actions?: ComponentChildren) => void

/** The people drawer of a view: the function that opens it, and the element to render. */
export function usePeople(): readonly [OpenPeople, ComponentChildren] {
  const [opened, setOpened] = useState<Opened | null>(null)
  const drawer = opened && <PeopleDrawer {...opened} onClose={() => setOpened(null)} />
  return [(call, title, actions) => setOpened({ call, title, actions }), drawer]
}
