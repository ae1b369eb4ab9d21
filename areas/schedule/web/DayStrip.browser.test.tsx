import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '#platform/web/ui/tokens.css'
import '#platform/web/ui/base.css'
import type { ScheduleRow } from '../contract.ts'
import { DayStrip } from './DayStrip.tsx'
import { calendarOf } from './month.ts'

const days = calendarOf({ year: 2026, month: 11 }, { rows: undefined, days: undefined, changed: new Set() })

const Strip = ({ width }: { width: number | null }) => (
  <div style={width === null ? { display: 'none' } : { width }}>
    <DayStrip days={days} today="2026-11-02" chosen="2026-11-18" onChoose={() => {}} />
  </div>
)

/** How many weeks the strip is scrolled away from the week of the chosen day. */
function weeksAway() {
  const strip = document.querySelector('ul[aria-label=Veckor]')!
  const week = document.querySelector('ul[aria-label="Vecka 47"]')!
  return Math.round((week.getBoundingClientRect().left - strip.getBoundingClientRect().left) / strip.clientWidth)
}

it('shows the week of the chosen day also if the strip had no size at first', async () => {
  const screen = await render(<Strip width={null} />)
  await screen.rerender(<Strip width={390} />)
  await expect.poll(weeksAway).toBe(0)
})

it('shows the week of the chosen day when the window has been resized', async () => {
  const screen = await render(<Strip width={390} />)
  expect(weeksAway()).toBe(0)
  document.querySelector('ul[aria-label=Veckor]')!.scrollTo({ left: 0 })
  await screen.rerender(<Strip width={844} />)
  await expect.poll(weeksAway).toBe(0)
  await screen.rerender(<Strip width={360} />)
  await expect.poll(weeksAway).toBe(0)
})

it('shows the week of the chosen day when the window’s size has come and gone, but not over a week that was scrolled to', async () => {
  await render(<Strip width={390} />)
  const strip = document.querySelector<HTMLElement>('ul[aria-label=Veckor]')!
  strip.scrollTo({ left: 0 })
  await expect.poll(weeksAway).toBe(3)
  dispatchEvent(new Event('resize'))
  expect(weeksAway()).toBe(3)
  strip.style.scrollSnapType = 'none'
  strip.scrollTo({ left: 123 })
  await expect.poll(() => strip.scrollLeft).toBe(123)
  dispatchEvent(new Event('resize'))
  expect(weeksAway()).toBe(0)
})

afterEach(() => {
  document.documentElement.style.fontSize = ''
})

it.each([100, 200])(
  'shows a start on another day than the service date, within its cell, at %i % text',
  async (percent) => {
    await page.viewport(320, 640)
    document.documentElement.style.fontSize = `${percent}%`
    const duty = (datum: string, starttid: string): ScheduleRow => ({
      datum,
      starttid,
      sluttid: `${datum}T23:00:00`,
      starttidDayName: '',
      beskrivning: 'Tjänst 7',
      passId: 1,
      tjanst: '7',
      linjer: [],
      startplats: 'Depån',
      slutplats: 'Depån',
      startForskjutning: '+01:00',
      slutForskjutning: '+01:00',
    })
    const rows = [duty('2026-11-18', '2026-11-19T00:30:00'), duty('2026-11-19', '2026-11-19T05:00:00')]
    const known = calendarOf({ year: 2026, month: 11 }, { rows, days: undefined, changed: new Set() })
    const screen = await render(
      <div style={{ width: 288 }}>
        <DayStrip days={known} today="2026-11-02" chosen="2026-11-17" onChoose={() => {}} />
      </div>,
    )
    const [late, early] = [/onsdag 18/, /torsdag 19/].map((name) => screen.getByRole('button', { name }).element())
    const time = late!.querySelector('time')!
    expect(time.textContent).toBe('00:30 +1')
    const inner = late!.getBoundingClientRect()
    for (const { left, right, bottom } of time.getClientRects()) {
      expect(left).toBeGreaterThanOrEqual(inner.left)
      expect(right).toBeLessThanOrEqual(inner.right)
      expect(bottom).toBeLessThanOrEqual(inner.bottom)
    }
    const other = early!.getBoundingClientRect()
    expect(inner.width).toBeCloseTo(other.width, 1)
    expect(inner.height).toBeCloseTo(other.height, 1)
  },
)
