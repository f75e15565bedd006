import { hatched } from '../charts/fills.js'
import { fontFamily, type Scene, type Shape } from './scene.js'

const aligned = { start: 'left', middle: 'center', end: 'right' } as const

/** Paints a scene; `ratio` is the number of pixels of the image per pixel of the scene. */
export function painted({ width, height, background, shapes }: Scene, ratio: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width * ratio
  canvas.height = height * ratio
  const pen = canvas.getContext('2d')
  // eslint-disable-next-line sextant/literal-text -- never shown: a developer sees it
  if (pen === null) throw new Error('the browser has no canvas')
  pen.scale(ratio, ratio)
  pen.fillStyle = background
  pen.fillRect(0, 0, width, height)
  pen.lineJoin = 'round'
  for (const shape of shapes) paint(pen, shape)
  return canvas
}

function paint(pen: CanvasRenderingContext2D, shape: Shape): void {
  pen.globalAlpha = shape.opacity ?? 1
  if (shape.of === 'text') {
    pen.fillStyle = shape.color
    pen.font = `${shape.bold === true ? '600 ' : ''}${shape.size}px ${fontFamily}`
    pen.textAlign = aligned[shape.anchor ?? 'start']
    pen.fillText(shape.text, ...shape.at)
    return
  }
  pen.beginPath()
  for (const [index, [x, y]] of shape.points.entries()) {
    if (index === 0) pen.moveTo(x, y)
    else pen.lineTo(x, y)
  }
  if (shape.of === 'area') {
    pen.closePath()
    pen.fillStyle = hatched(shape.color, shape.hatch, 1)
    pen.fill()
    return
  }
  pen.setLineDash([...shape.dash])
  pen.lineWidth = shape.width
  pen.strokeStyle = shape.color
  pen.stroke()
}
