/**
 * The page of comments: the latest of the workspace, or those of one question (`?question=<id>`).
 *
 * @typedef {{ id: string, author: string, body: string, created_at: string,
 *   question: { id: string, title: string, board: string } }} Comment
 * @typedef {{ data: { comments: Comment[] } }} Comments
 */

/** @type {import('sextant/page').Mount} */
export const mount = ({ element, api, ui, query, workspace }) => {
  const { h } = ui
  const path = '/api/v1/comments'

  const Page = () => {
    const { question } = ui.useQuery()
    /** @type {import('sextant/page').Answer<Comments>} */
    const answer = ui.useAnswer(path, { question_id: question })
    const [text, setText] = ui.useState('')
    const { busy, run, problemOf } = ui.useAction()
    const write = async () => {
      await api.post(path, { question_id: question, body: text })
      setText('')
      answer.reload()
    }
    const all = question === undefined
    const mayWrite = !all && workspace.role !== 'viewer'
    return [
      h(
        ui.PageHead,
        { title: 'Comments', summary: all ? 'The latest on all boards' : 'On one question' },
        !all && h(ui.Button, { onClick: () => query.set({ question: null }) }, 'Show all comments'),
      ),
      h(
        ui.Answered,
        { answer, isEmpty: (/** @type {Comments} */ { data }) => data.comments.length === 0 },
        (/** @type {Comments} */ { data }) =>
          h(
            ui.Card,
            { flush: true },
            h(ui.Table, {
              caption: 'Comments',
              rows: data.comments,
              rowKey: (/** @type {Comment} */ { id }) => id,
              onRow: (/** @type {Comment} */ row) => query.set({ question: row.question.id }),
              columns: [
                { key: 'body', title: 'Comment', value: (/** @type {Comment} */ row) => row.body },
                {
                  key: 'question',
                  title: 'Question',
                  value: (/** @type {Comment} */ row) => row.question.title,
                },
                { key: 'board', title: 'Board', value: (/** @type {Comment} */ row) => row.question.board },
                { key: 'author', title: 'Author', value: (/** @type {Comment} */ row) => row.author },
                {
                  key: 'time',
                  title: 'Written',
                  value: (/** @type {Comment} */ row) => row.created_at,
                  render: (/** @type {Comment} */ row) => ui.format.time(row.created_at),
                },
              ],
            }),
          ),
      ),
      mayWrite &&
        h(
          ui.Form,
          { onSubmit: () => void run(write) },
          h(ui.TextField, { label: 'Comment', value: text, onInput: setText, error: problemOf('body') }),
          h(ui.Button, { type: 'submit', look: 'primary', busy }, 'Add comment'),
        ),
    ]
  }
  ui.render(h(Page, {}), element)
}
