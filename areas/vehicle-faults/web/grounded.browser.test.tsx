// The next driver sees that a bus must not be driven, on the home screen and on the screen for reporting faults.
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { getVehicles } from '#core/vehicles/calls.ts'
import type { DutyAtHand } from '#platform/contract/duties.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import type { FoundHere } from '#platform/web/shell/area.ts'
import { AreasContext } from '#platform/web/shell/areas-context.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { getActiveFaults } from '../calls.ts'
import type { FaultReport } from '../contract.ts'
import { ActiveFaults } from './ActiveFaults.tsx'
import GroundedBus from './GroundedBus.tsx'

const bus = { name: 'Buss 2117', number: '2117' }
const otherBus = { name: 'Buss 2118', number: '2118' }
const HOUR_MS = 3_600_000
const report = (id: number, changed: Partial<FaultReport>): FaultReport => ({
  id,
  timestamp: '2026-11-21T12:00:00',
  faultCategoryName: 'Bromsar',
  text: 'Drar åt höger.',
  faultCategoryNumber: 2,
  number: `F-${id}`,
  state: 'Mottagen',
  attachments: [],
  grounded: false,
  ...changed,
})

let faults: FaultReport[]
let contacts: FoundHere[]
let faultsOfOther: FaultReport[]
let duty: DutyAtHand

beforeEach(() => {
  contacts = [
    { label: 'Linus Trafikledning', text: '', href: 'tel:0980319299' },
    { label: 'Trafikledningen', text: '', href: 'tel:0980319200' },
  ]
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  faultsOfOther = []
  const begins = Date.now() - HOUR_MS
  duty = { underWay: true, vehicle: bus.name, place: 'Luleå', begins, changes: Date.now() + 8 * HOUR_MS }
  const answers: Readonly<Record<string, () => unknown>> = {
    [getVehicles.path]: () => [bus, otherBus],
  }
  vi.stubGlobal('fetch', (path: string) => {
    const ofBus = path.includes(otherBus.number) ? faultsOfOther : faults
    const result = path.startsWith(getActiveFaults.path) ? ofBus : (answers[path.split('?')[0] ?? '']?.() ?? [])
    return Promise.resolve(Response.json({ result, timestamp: new Date().toISOString() }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const open = (part: ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <AreasContext
        value={[
          {
            findsHere: { kind: 'Kontakter', find: () => Promise.resolve(contacts) },
            dutyAtHand: () => Promise.resolve(duty),
          },
        ]}
      >
        <MemoryRouter>{part}</MemoryRouter>
      </AreasContext>
    </QueryClientProvider>,
  )

it.each([
  ['the home of its driver', <GroundedBus key="home" />],
  ['its open reports', <ActiveFaults key="reports" vehicle={bus} />],
])('says on %s that it must not be driven, and why', async (_where, part) => {
  faults = [report(1, {}), report(2, { grounded: true, groundedWhy: 'Bromsarna tar ojämnt.' })]
  const screen = await open(part)
  await expect.element(screen.getByText('Buss 2117 får ej köras')).toBeVisible()
  await expect.element(screen.getByText('Bromsarna tar ojämnt.')).toBeVisible()
  await expect.element(screen.getByText(/Kontakta trafikledningen/)).toBeVisible()
  const call = screen.getByRole('link', { name: 'Ring trafikledningen' })
  await expect.element(call).toHaveAttribute('href', 'tel:0980319200')
})

it('offers no call where the company has no number for it', async () => {
  contacts = []
  faults = [report(2, { grounded: true })]
  const screen = await open(<GroundedBus />)
  await expect.element(screen.getByText('Buss 2117 får ej köras')).toBeVisible()
  await expect.element(screen.getByRole('link')).not.toBeInTheDocument()
})

it('says nothing of a bus that may be driven, or has no duty', async () => {
  faults = [report(1, {})]
  const screen = await open(
    <>
      <GroundedBus />
      <ActiveFaults vehicle={bus} />
    </>,
  )
  await expect.element(screen.getByText('F-1', { exact: false }).first()).toBeVisible()
  await expect.element(screen.getByText(/får ej köras/)).not.toBeInTheDocument()
})

it('follows the bus of the duty when the driver changes bus', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  faults = [report(1, { grounded: true })]
  faultsOfOther = [report(2, { grounded: true })]
  // Loaded a moment ago by another part of the page.
  const changes = Date.now() + 30_000
  queryClient.setQueryData(['duty-at-hand'], { ...duty, changes })
  duty = { ...duty, vehicle: otherBus.name }
  const screen = await open(<GroundedBus />)
  await expect.element(screen.getByText('Buss 2117 får ej köras')).toBeVisible()
  vi.advanceTimersByTime(90_000)
  await expect.element(screen.getByText('Buss 2118 får ej köras')).toBeVisible()
  expect(screen.getByText('Buss 2117 får ej köras').query()).toBeNull()
})

it('warns of the bus of a duty that begins within a day, no earlier', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  faults = [report(1, { grounded: true })]
  const begins = Date.now() + 25 * HOUR_MS
  duty = { ...duty, underWay: false, begins, changes: begins }
  const screen = await open(
    <>
      <GroundedBus />
      <ActiveFaults vehicle={bus} />
    </>,
  )
  await expect.element(screen.getByText('Buss 2117 får ej köras')).toBeVisible()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(screen.getByText('Buss 2117 får ej köras').elements().length).toBe(1)
  vi.advanceTimersByTime(2 * HOUR_MS)
  await expect.poll(() => screen.getByText('Buss 2117 får ej köras').elements().length).toBe(2)
})
