import type { CSSProperties } from 'react'
import { cutAtPoint, pointRoom } from './number-format'
import './panel/panel.css'

/** Room behind the decimal point that the numbers of a column need, for `AlignedNumber`. */
export type Room = CSSProperties

/** @param texts the numbers of a column as they are written */
export const roomFor = (texts: readonly string[]): Room => ({ '--behind-point': `${pointRoom(texts)}ch` }) as CSSProperties

/** A number of a column, as `formatNumber` or `formatShare` writes it; the points of the column stand below each other. */
export function AlignedNumber({ text, room }: { readonly text: string; readonly room: Room }) {
  const { whole, behind } = cutAtPoint(text)
  return (
    <>
      {whole}
      <span className="behind-point" style={room}>
        {behind}
      </span>
    </>
  )
}
