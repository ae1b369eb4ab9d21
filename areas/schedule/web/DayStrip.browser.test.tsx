import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
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
