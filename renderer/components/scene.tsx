import { memo } from 'react'
import type { Looks, Shape } from '../../shared/scene/scene'

/** Paints a scene into an `svg`. A group that moves does so by its own transition: `scene-group`. */
export const Scene = memo(function Scene({ shapes, looks }: { readonly shapes: readonly Shape[]; readonly looks: Looks }) {
  return shapes.map((shape, i) => <Painted key={i} shape={shape} looks={looks} />)
})

function Painted({ shape, looks }: { readonly shape: Shape; readonly looks: Looks }) {
  const look = looks(shape)
  switch (shape.type) {
    case 'line':
      return <line x1={shape.x1} y1={shape.y1} x2={shape.x2} y2={shape.y2} {...look} />
    case 'path':
      return shape.d === '' ? null : <path d={shape.d} {...look} />
    case 'circle':
      return <circle cx={shape.x} cy={shape.y} r={shape.r} {...look} />
    case 'text': {
      const { x, y, isUpright } = shape
      const place = isUpright ? { transform: `translate(${x} ${y}) rotate(-90)` } : { x, y }
      return (
        <text {...place} textAnchor={shape.anchor} fontSize={shape.size} {...look}>
          {shape.whole === undefined ? null : <title>{shape.whole}</title>}
          {shape.text}
        </text>
      )
    }
    case 'group':
      return (
        <g className="scene-group" style={{ transform: `translate(${shape.x}px, ${shape.y}px)` }}>
          <Scene shapes={shape.shapes} looks={looks} />
        </g>
      )
  }
}
