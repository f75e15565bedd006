import { useState } from 'preact/hooks'
import { me } from '../../api/account.js'
import { may } from '../../api/roles.js'
import { useAction } from '../../ui/use-action.js'
import {
  addTile,
  boardCall,
  deleteBoard,
  duplicateBoard,
  historyCall,
  restoreBoard,
  restoreVersion,
  type BoardFields,
} from '../../boards/api.js'
import { BoardDialog } from '../../boards/board-dialog.js'
import { LinksDialog } from '../../boards/links-dialog.js'
import { printBoard } from '../../boards/print-board.js'
import { TextDialog } from '../../boards/text-dialog.js'
import type { Board, BoardVersion } from '../../boards/types.js'
import { enterFullScreen } from '../../boards/use-wall.js'
import { HistoryDialog } from '../../history/history-dialog.js'
import { hrefOf, navigate } from '../../router/location.js'
import { ShareMenu } from '../../share/share-menu.js'
import { PageHead } from '../../shell/page-head.js'
import { Button } from '../../ui/button.js'
import { Confirm } from '../../ui/confirm.js'
import { Menu, type MenuItem } from '../../ui/menu.js'
import { toast } from '../../ui/toast.js'
import { offerUndo } from '../../ui/undo.js'
import { boardViewText } from '../../text/board-view.js'

type Overlay = 'edit' | 'links' | 'delete' | 'history' | 'text' | null

interface Props {
  readonly board: Board
  readonly changeable: boolean
  readonly onWall: () => void
  readonly onLibrary: () => void
  readonly onChange: (fields: BoardFields) => Promise<void>
  readonly onChanged: () => void
}

/** The name of a board, and what can be done with all of it. */
export function BoardHeadRow({ board, changeable, onWall, onLibrary, onChange, onChanged }: Props) {
  const [overlay, setOverlay] = useState<Overlay>(null)
  const { run } = useAction()
  const close = (): void => setOverlay(null)
  const open = (one: Overlay) => (): void => setOverlay(one)
  const copy = async (): Promise<void> => {
    const made = await duplicateBoard(board.id)
    toast(boardViewText.boardDuplicated)
    navigate(hrefOf(`/boards/${made.id}`))
  }
  const remove = async (): Promise<void> => {
    await deleteBoard(board.id)
    navigate(hrefOf('/boards'))
    const address = hrefOf(`/boards/${board.id}`)
    offerUndo(
      boardViewText.boardNameDeleted(board.name),
      () => restoreBoard(board.id),
      () => navigate(address),
    )
  }
  const items: readonly MenuItem[] = [
    ...(changeable
      ? [{ label: boardViewText.editNameAndVisibility, icon: 'edit', onSelect: open('edit') } as const]
      : []),
    ...(may('editor')
      ? [{ label: boardViewText.duplicateBoard, icon: 'copy', onSelect: () => void run(copy) } as const]
      : []),
    { label: boardViewText.showHistory, icon: 'history', onSelect: open('history') },
    ...(changeable
      ? [{ label: boardViewText.deleteBoard, icon: 'trash', danger: true, onSelect: open('delete') } as const]
      : []),
  ]
  return (
    <>
      <PageHead title={board.name} summary={board.description ?? undefined}>
        {changeable && (
          <Menu
            label={boardViewText.addTile}
            text={boardViewText.addTile}
            icon="plus"
            align="end"
            items={[
              { label: boardViewText.fromTheLibrary, icon: 'star', onSelect: onLibrary },
              { label: boardViewText.text, icon: 'edit', onSelect: open('text') },
            ]}
          />
        )}
        <Button
          icon="system"
          label={boardViewText.fullScreen}
          onClick={() => {
            enterFullScreen()
            onWall()
          }}
        />
        <ShareMenu
          calls={[boardCall(board.id)]}
          sheet={null}
          more={[
            { label: boardViewText.printOrSaveAsPDF, icon: 'download', onSelect: () => void printBoard() },
            ...(changeable
              ? [{ label: boardViewText.publicLinks, icon: 'external', onSelect: open('links') } as const]
              : []),
          ]}
        />
        <Menu
          label={boardViewText.moreActionsForThisBoard}
          text=""
          icon="more"
          arrow={false}
          align="end"
          items={items}
        />
      </PageHead>
      {overlay === 'edit' && (
        <BoardDialog
          board={board}
          own={board.owner_id === me.value?.user.id}
          onSubmit={onChange}
          onClose={close}
        />
      )}
      {overlay === 'links' && <LinksDialog board={board} onClose={close} />}
      {overlay === 'history' && (
        <HistoryDialog<BoardVersion>
          name={board.name}
          call={historyCall(board.id)}
          detailOf={({ tile_count }) => boardViewText.tileCount(tile_count)}
          changeable={changeable}
          onRestore={(version) => restoreVersion(board.id, version)}
          onChanged={onChanged}
          onClose={close}
        />
      )}
      {overlay === 'text' && (
        <TextDialog
          tile={null}
          onSubmit={async (fields) => {
            await addTile(board.id, { ...fields, chart: 'text', width: 4, height: 3 })
            onChanged()
          }}
          onClose={close}
        />
      )}
      {overlay === 'delete' && (
        <Confirm
          title={boardViewText.deleteQuestion(board.name)}
          text={boardViewText.itsTilesAndPublicLinksAre}
          action={boardViewText.deleteBoard}
          onConfirm={remove}
          onClose={close}
        />
      )}
    </>
  )
}
