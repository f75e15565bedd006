import type { RefObject } from 'preact'
import type * as Exporting from '../chart-export/export.js'
import type { Scene } from '../chart-export/scene.js'
import { rangeWords } from '../question/range-name.js'
import type { Picture } from '../charts/picture.js'
import { Menu } from '../ui/menu.js'
import { toast } from '../ui/toast.js'

interface Props {
  readonly picture: RefObject<Picture | null>
  readonly range: string
  readonly zone: string
}

/** Saves or copies a chart as an image with its title, range, notes and marks. */
export function ExportMenu({ picture, range, zone }: Props) {
  const run = async (act: (made: typeof Exporting, scene: Scene) => Promise<void>): Promise<void> => {
    if (picture.current === null) return
    try {
      const made = await import('../chart-export/export.js')
      const subtitle = [rangeWords(range), zone].filter((text) => text !== '').join(' · ')
      await act(made, made.sceneOf(picture.current, { subtitle }))
    } catch {
      toast('The browser could not make the image', { bad: true })
    }
  }
  const name = (): string =>
    (picture.current?.title ?? 'chart')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, 60)
  return (
    <Menu
      label="Image: save or copy the chart"
      text="Image"
      icon="download"
      look="quiet"
      align="end"
      items={[
        { label: 'Save as PNG', onSelect: () => void run((made, scene) => made.savePng(name(), scene)) },
        { label: 'Save as SVG', onSelect: () => void run((made, scene) => made.saveSvg(name(), scene)) },
        { label: 'Copy as PNG', onSelect: () => void run((made, scene) => made.copyPng(scene)) },
        { label: 'Copy as SVG', onSelect: () => void run((made, scene) => made.copySvg(scene)) },
      ]}
    />
  )
}
