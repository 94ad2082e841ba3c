import { memo } from 'react'
import type { StyleOf, Shape } from '../../shared/scene/scene'

export const Scene = memo(function Scene({ shapes, styleOf }: { readonly shapes: readonly Shape[]; readonly styleOf: StyleOf }) {
  return shapes.map((shape, i) => <Painted key={i} shape={shape} styleOf={styleOf} />)
})

function Painted({ shape, styleOf }: { readonly shape: Shape; readonly styleOf: StyleOf }) {
  const style = styleOf(shape)
  switch (shape.type) {
    case 'line':
      return <line x1={shape.x1} y1={shape.y1} x2={shape.x2} y2={shape.y2} {...style} />
    case 'path':
      return shape.d === '' ? null : <path d={shape.d} {...style} />
    case 'circle':
      return <circle cx={shape.x} cy={shape.y} r={shape.r} {...style} />
    case 'text': {
      const { x, y, isUpright } = shape
      const place = isUpright ? { transform: `translate(${x} ${y}) rotate(-90)` } : { x, y }
      return (
        <text {...place} textAnchor={shape.anchor} fontSize={shape.size} {...style}>
          {shape.whole === undefined ? null : <title>{shape.whole}</title>}
          {shape.text}
        </text>
      )
    }
    case 'group':
      return (
        <g className="scene-group" style={{ transform: `translate(${shape.x}px, ${shape.y}px)` }}>
          <Scene shapes={shape.shapes} styleOf={styleOf} />
        </g>
      )
  }
}
