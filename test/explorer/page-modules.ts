/** Pages as a plugin from outside brings them: plain modules for browsers, each with a fault but the first. */
export const pageModules = {
  notes: `
    import { heading } from './words.js'
    export const mount = ({ element, api, ui, query, workspace, params }) => {
      const { h, render, useState } = ui
      const Notes = () => {
        const [open, setOpen] = useState(false)
        const [problem, setProblem] = useState('')
        const { word = '' } = ui.useQuery()
        const answer = ui.useAnswer('/api/v1/metrics/dau', { range: '14d' })
        const fail = () => api.post('/api/v1/funnels', { steps: 1 }).catch((error) =>
          setProblem(error.name + ' ' + error.status + ' ' + error.code + ' ' + error.details.length))
        return [
          h(ui.PageHead, { title: heading, summary: workspace.role + ' of ' + workspace.name },
            h(ui.Button, { look: 'primary', icon: 'plus', onClick: () => setOpen(true) }, 'Create note')),
          h(ui.Answered, { answer }, ({ data }) => h(ui.Card, {},
            h(ui.NumberCard, { label: 'People', value: data.total, unit: 'people' }),
            h(ui.TimeChart, { title: 'People', data: ui.chartData(data, 'People') }))),
          h(ui.Card, {}, h(ui.TextField, { label: 'Word', value: word,
            onInput: (text) => query.set({ word: text }, { replace: true }) })),
          h(ui.Card, { flush: true }, h(ui.Table, { caption: 'Notes', rows: ['b', 'a'], rowKey: (row) => row,
            columns: [{ key: 'note', title: 'Note', value: (row) => row + word }] })),
          h(ui.Row, {}, h(ui.Button, { onClick: fail }, 'Fail'), h('output', { class: 'notes-problem' }, problem),
            h('a', { href: '/trends?range=14d' }, 'To trends')),
          open && h(ui.FormDialog, { title: 'New note', action: 'Save', onClose: () => setOpen(false),
            onSubmit: async () => ui.toast('Note saved') },
            () => h(ui.TextField, { label: 'Text', value: '', onInput: () => {} })),
        ]
      }
      render(h(Notes, {}), element)
    }`,
  throws: `export const mount = () => { throw new Error('no notes today') }`,
  late: `export const mount = ({ element, ui: { h, render, Button } }) => {
    const broken = () => { throw new Error('the button broke') }
    const reject = () => { void Promise.reject(new Error('the promise broke')) }
    render([h(Button, { onClick: broken }, 'Break'), h(Button, { onClick: reject }, 'Reject')], element)
  }`,
  renders: `export const mount = ({ element, ui: { h, render, useState, Button } }) => {
    const Part = () => {
      const [n, set] = useState(0)
      if (n > 0) throw new Error('the part broke')
      return h(Button, { onClick: () => set(1) }, 'Break')
    }
    render(h(Part, {}), element)
  }`,
  broken: `import './gone.js'\nexport const mount = () => {}`,
  unparsable: `export const mount = (`,
  nothing: `export const other = 1`,
  endless: `export const mount = () => new Promise(() => {})`,
  loops: `export const mount = ({ element, ui: { h, render, useEffect, useState } }) => {
    const Loop = () => {
      const [n, set] = useState(0)
      useEffect(() => set(n + 1))
      return h('p', {}, 'Loop')
    }
    render(h(Loop, {}), element)
  }`,
  hangs: `export const mount = ({ element, ui: { h, render, Button } }) =>
    render(h(Button, { onClick: () => { for (;;); } }, 'Hang'), element)`,
  breaks: `export const mount = ({ element }) => {
    const tries = []
    const attempt = (name, work) => { try { tries.push(name + ': ' + work()) } catch (error) { tries.push(name + ' fails') } }
    attempt('parent', () => parent.document.title)
    attempt('storage', () => localStorage.length)
    attempt('top', () => { top.location.href = '/elsewhere' })
    attempt('code', () => eval('1'))
    Object.assign(document.body.style, { background: 'red' })
    Array.prototype.map = () => []
    element.textContent = tries.join(', ')
    const style = document.createElement('style')
    style.textContent = 'p { color: red }'
    document.head.append(style)
  }`,
} as const
