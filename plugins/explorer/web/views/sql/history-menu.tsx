import { ago } from '../../people/words.js'
import { sqlText } from '../../text/sql.js'
import { Popover } from '../../ui/popover.js'
import { forget, history } from './history.js'
import type { Statement } from './parameters.js'

/** A menu of the statements that were run in this browser. */
export const HistoryMenu = ({ onChoose }: { readonly onChoose: (statement: Statement) => void }) => (
  <Popover text={sqlText.history} icon="history" align="end" popup="menu">
    {(close) =>
      history.value.length === 0 ? (
        <p class="picker-empty">{sqlText.historyEmpty}</p>
      ) : (
        <div class="sql-history">
          <div class="menu" role="menu" aria-label={sqlText.historyList}>
            {history.value.map(({ at, ...statement }) => (
              <button
                type="button"
                role="menuitem"
                key={statement.query}
                title={statement.query}
                onClick={() => {
                  onChoose(statement)
                  close()
                }}
              >
                <code class="clip">{statement.query.replaceAll(/\s+/g, ' ')}</code>
                <small>{ago(new Date(at).toISOString(), Date.now())}</small>
              </button>
            ))}
          </div>
          <button type="button" class="button quiet small" onClick={forget}>
            {sqlText.clearHistory}
          </button>
        </div>
      )
    }
  </Popover>
)
