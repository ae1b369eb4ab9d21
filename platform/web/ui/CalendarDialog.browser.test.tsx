import { afterEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import { emulateMedia } from '../page/test-media.ts'
import { variant } from '../page/variant.ts'
import CalendarDialog from './CalendarDialog.tsx'
import './tokens.css'
import './base.css'

afterEach(() => emulateMedia())

it('shows with forced colours which day is chosen, and which is today', async () => {
  const today = wallClockIn(variant.timeZone, new Date()).slice(0, 10)
  const chosen = `${today.slice(0, 8)}${today.endsWith('15') ? '16' : '15'}`
  const screen = await render(<CalendarDialog title="Datum" value={chosen} onPick={vi.fn()} onClose={vi.fn()} />)
  await emulateMedia({ forcedColors: 'active' })
  const look = (day: string) => {
    const button = screen.baseElement.querySelector(`${day} button`)!
    const { backgroundColor, borderTopStyle } = getComputedStyle(button)
    const { width, height } = button.getBoundingClientRect()
    return { backgroundColor, borderTopStyle, size: [width, height] }
  }
  const other = () => look('[data-day]:not([data-selected], [data-today], [data-outside])')
  const highlight = document.createElement('i')
  highlight.style.cssText = 'forced-color-adjust: none; color: Highlight'
  screen.baseElement.append(highlight)
  const { size } = other()
  await expect
    .poll(() => look('[data-selected]'))
    .toEqual({ backgroundColor: getComputedStyle(highlight).color, borderTopStyle: 'none', size })
  expect(look('[data-today]')).toEqual({ ...other(), borderTopStyle: 'solid' })
})
