import type { Picture } from '../charts/picture.js'
import { resolveColor } from '../charts/plot.js'
import { saveFile } from '../share/csv.js'
import { copy } from '../ui/copy.js'
import { toast } from '../ui/toast.js'
import { chartScene } from './chart-scene.js'
import { painted } from './paint.js'
import type { Scene } from './scene.js'
import { svgOf } from './svg.js'
import { chartExportText } from '../text/chart-export.js'

/** Pixels of the image per pixel of the drawing. */
const ratio = 2

/** The drawing of a chart in the colours of the theme that is shown. */
export function sceneOf(picture: Picture, { subtitle }: { readonly subtitle: string }): Scene {
  const of = (color: string): string => resolveColor(document.body, color)
  const colors = {
    of,
    grid: of('var(--line)'),
    faint: of('var(--text-faint)'),
    surface: of('var(--surface)'),
    text: of('var(--text)'),
    soft: of('var(--text-soft)'),
  }
  return chartScene(picture, { subtitle, colors })
}

export function saveSvg(name: string, scene: Scene): Promise<void> {
  saveFile(`${name}.svg`, svgOf(scene), 'image/svg+xml;charset=utf-8')
  return Promise.resolve()
}

export async function savePng(name: string, scene: Scene): Promise<void> {
  saveFile(`${name}.png`, await pngOf(scene))
}

export const copySvg = (scene: Scene): Promise<void> => copy(svgOf(scene), chartExportText.svgCopied)

export async function copyPng(scene: Scene): Promise<void> {
  try {
    // Given as a promise: Safari allows the clipboard only within the click itself.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngOf(scene) })])
    toast(chartExportText.imageCopied)
  } catch {
    toast(chartExportText.theBrowserBlockedCopyingThe, { bad: true })
  }
}

const pngOf = (scene: Scene): Promise<Blob> =>
  new Promise((resolve, reject) =>
    painted(scene, ratio).toBlob(
      // eslint-disable-next-line sextant/literal-text -- never shown: a developer sees it
      (blob) => (blob === null ? reject(new Error('no image was made')) : resolve(blob)),
      'image/png',
    ),
  )
