// On a phone a driver reads on each event which bus it is with, also when it is driven to or from the depot.
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Assignment } from '../contract.ts'
import { AssignmentCard } from './AssignmentCard.tsx'
import { DayLine } from './DayLine.tsx'

const date = '2126-11-21'
const positioning: Assignment = {
  id: 1,
  starttid: `${date}T05:10:00`,
  sluttid: `${date}T05:25:00`,
  startForskjutning: '+01:00',
  slutForskjutning: '+01:00',
  turStarttid: null,
  beskrivning: 'Tomkörning',
  tjanst: '1203',
  fordonStr: 'Buss 2114',
  startplats: 'Depån',
  slutplats: 'Vasaplan',
  anmarkning: '',
  ejFramAterkorning: false,
  linje: null,
  slag: 'tomkorning',
  harTur: false,
  aterrapporterad: null,
}

beforeEach(() => page.viewport(390, 844))

it.each([false, true])('on the card of a positioning event, detailed: %s', async (detailed) => {
  const card = (assignment: Assignment) => (
    <AssignmentCard assignment={assignment} date={date} detailed={detailed} stage={undefined} onTrip={() => {}} />
  )
  const screen = await render(card(positioning))
  await expect.element(screen.getByText('Buss 2114')).toBeVisible()
  await screen.rerender(card({ ...positioning, fordonStr: '' }))
  await expect.element(screen.getByText('Depån – Vasaplan')).toBeVisible()
  expect(screen.getByText('Buss 2114').query()).toBeNull()
})

it('in the line of the day on the home page', async () => {
  const screen = await render(
    <MemoryRouter>
      <DayLine date={date} events={[positioning]} whole />
    </MemoryRouter>,
  )
  await expect.element(screen.getByText('Depån – Vasaplan · Buss 2114')).toBeVisible()
})
