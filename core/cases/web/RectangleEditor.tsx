import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { Button } from '#platform/web/ui/Button.tsx'
import { plusIcon } from '#platform/web/ui/icons.ts'
import { mayHaveKeyboard } from '#platform/web/ui/has-mouse.ts'
import type { Rectangle } from '../redaction.ts'
import { drawn, middle, moved, placeWords, sized, WHOLE } from './rectangles.ts'
import styles from './Redaction.module.css'

interface RectangleEditorProps {
  src: string
  rectangles: readonly Rectangle[]
  onChange: (rectangles: readonly Rectangle[]) => void
}

/** The step of an arrow key, and the step with Ctrl, in the units of rectangles. */
const STEP = 200
const SMALL_STEP = 25

const directions: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A picture on which rectangles are drawn by hand, or added and moved by keyboard. */
export function RectangleEditor({ src, rectangles, onChange }: RectangleEditorProps) {
  const frame = useRef<HTMLDivElement>(null)
  const begun = useRef<{ x: number; y: number } | null>(null)
  const [drawing, setDrawing] = useState<Rectangle | null>(null)
  const pointOf = ({ clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = frame.current!.getBoundingClientRect()
    return { x: ((clientX - left) / width) * WHOLE, y: ((clientY - top) / height) * WHOLE }
  }
  const add = (rectangle: Rectangle) => {
    onChange([...rectangles, rectangle])
    // After the new rectangle has been rendered.
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>('button:last-of-type')?.focus())
  }
  const put = (at: number, rectangle: Rectangle) => onChange(rectangles.with(at, rectangle))
  const onKey = (at: number, rectangle: Rectangle) => (event: KeyboardEvent) => {
    const direction = directions[event.key]
    if (direction) {
      event.preventDefault()
      const step = event.ctrlKey ? SMALL_STEP : STEP
      const [right, down] = [direction[0] * step, direction[1] * step]
      put(at, event.shiftKey ? sized(rectangle, right, down) : moved(rectangle, right, down))
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      onChange(rectangles.toSpliced(at, 1))
      frame.current?.closest('dialog')?.querySelector<HTMLElement>('[data-add] button')?.focus()
    }
  }
  return (
    <div className={styles['editor']}>
      <p className={styles['note']}>
        Dra en ruta över det som ska döljas.
        {mayHaveKeyboard() &&
          ' Med tangentbord: lägg till en ruta, flytta den med piltangenterna, ändra storleken med Skift och pil, ta bort den med Delete.'}
      </p>
      <div
        ref={frame}
        className={styles['frame']}
        onPointerDown={(event) => {
          if (event.button !== 0 || (event.target as HTMLElement).closest('button')) return
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
          begun.current = pointOf(event)
        }}
        onPointerMove={(event) => {
          if (begun.current) setDrawing(drawn(begun.current, pointOf(event)))
        }}
        onPointerUp={(event) => {
          const rectangle = begun.current && drawn(begun.current, pointOf(event))
          begun.current = null
          setDrawing(null)
          if (rectangle) add(rectangle)
        }}
        onPointerCancel={() => {
          begun.current = null
          setDrawing(null)
        }}
      >
        <img src={src} alt="Bilden som ändras" draggable={false} />
        {rectangles.map((rectangle, at) => (
          <button
            // oxlint-disable-next-line react/no-array-index-key -- a rectangle has no key but its place in the list
            key={at}
            type="button"
            className={styles['rectangle']}
            style={styleOf(rectangle)}
            aria-label={`Ruta ${at + 1}: ${placeWords(rectangle)}`}
            onKeyDown={onKey(at, rectangle)}
          />
        ))}
        {drawing && <span className={styles['rectangle']} style={styleOf(drawing)} />}
      </div>
      <div className={styles['tools']} data-add>
        <Button icon={plusIcon} onClick={() => add(middle)}>
          Lägg till en ruta
        </Button>
        {rectangles.length > 0 && (
          <Button kind="quiet" onClick={() => onChange(rectangles.slice(0, -1))}>
            Ta bort senaste rutan
          </Button>
        )}
      </div>
      <output className={styles['note']}>
        {rectangles.length === 0
          ? 'Ingen ruta än.'
          : rectangles.length === 1
            ? 'En ruta.'
            : `${rectangles.length} rutor.`}
      </output>
    </div>
  )
}

const percent = (value: number) => `${(value * 100) / WHOLE}%`
const styleOf = ({ x, y, width, height }: Rectangle) => ({
  left: percent(x),
  top: percent(y),
  width: percent(width),
  height: percent(height),
})
