// What is typed into the forms of deviations: it stays, and what is wrong with it can be read.
import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { getVehicles } from '#core/vehicles/calls.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { openPhone } from '#platform/web/phone/database.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { getFormOptions } from '../../calls.ts'
import type { FormOptions } from '../../contract/common.ts'
import { draftKey } from '../steps/draft-keys.ts'
import { blankDamage, type DamageFields } from './damage.ts'
import DamageForm from './DamageForm.tsx'
import ThreatForm from './ThreatForm.tsx'

const options: FormOptions = {
  arbetsmoment: [],
  vadHande: [],
  varNagot: [],
  forhallanden: [],
  forslag: [],
  hallplatskategori: [],
  skadeplatskategori: [],
  forsakringskategori: [{ id: '1', value: 'Fordonsskada', label: 'Fordonsskada' }],
}

let vehicles: PromiseWithResolvers<void>

beforeEach(async () => {
  vehicles = Promise.withResolvers()
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  await (await openPhone()).clear('drafts')
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.startsWith(getVehicles.path)) await vehicles.promise
    const result = path.startsWith(getVehicles.path)
      ? [{ name: 'Buss 2117', number: '2117' }]
      : path.startsWith(getFormOptions.path)
        ? options
        : []
    return Response.json({ result, timestamp: '2026-11-21T12:00:00' })
  })
})
afterEach(() => vi.unstubAllGlobals())

const open = (Form: ComponentType, at = '/') =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <Form />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('the field of the bus keeps its focus and what is typed when the buses come', async () => {
  const screen = await open(ThreatForm)
  const bus = screen.getByLabelText('Fordon')
  await bus.click()
  await userEvent.keyboard('Buss 2')
  const field = bus.element()
  expect(screen.getByText('Inga träffar').query()).toBeNull()
  vehicles.resolve()
  await expect.element(screen.getByRole('option', { name: 'Buss 2117' })).toBeVisible()
  expect(screen.getByLabelText('Fordon').element()).toBe(field)
  expect(document.activeElement).toBe(field)
  expect((field as HTMLInputElement).value).toBe('Buss 2')
})

it('too much about the opponents is said at the one with the longest text, until it is shorter', async () => {
  const fields: DamageFields = {
    ...blankDamage('2026-11-21T14:32'),
    ForsakringsKategori: 'Fordonsskada',
    Motparter: [
      { registration: '', other: 'Cyklist' },
      { registration: 'ABC123', other: 'a'.repeat(4001) },
    ],
  }
  await (
    await openPhone()
  ).put('drafts', {
    subject: 'anna',
    key: draftKey('vehicle-damage'),
    value: { fields, attempt: null },
    savedAt: Date.now(),
  })
  const screen = await open(DamageForm, '/?steg=5')
  await expect.element(screen.getByRole('group', { name: 'Motpart', exact: true })).toBeVisible()
  const [first, second] = screen.getByLabelText('Övriga uppgifter').elements() as HTMLTextAreaElement[]
  await screen.getByRole('button', { name: 'Nästa' }).click()
  await expect.element(screen.getByText(/^Kontaktuppgifter till motpart/)).toBeVisible()
  await expect.poll(() => document.activeElement).toBe(second)
  expect(second?.getAttribute('aria-invalid')).toBe('true')
  expect(first?.getAttribute('aria-invalid')).toBeNull()
  await screen.getByLabelText('Övriga uppgifter').nth(1).fill('Vit Volvo')
  await expect.element(screen.getByText(/^Kontaktuppgifter till motpart/)).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Nästa' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Sammanfattning' })).toBeVisible()
})

it('each of several opponents has a name, and the focus follows to the one that is added or comes after a removed one', async () => {
  const fields: DamageFields = { ...blankDamage('2026-11-21T14:32'), ForsakringsKategori: 'Fordonsskada' }
  const kept = { subject: 'anna', key: draftKey('vehicle-damage'), value: { fields, attempt: null } }
  await (await openPhone()).put('drafts', { ...kept, savedAt: Date.now() })
  const screen = await open(DamageForm, '/?steg=5')
  const number = (at: number) =>
    screen.getByRole('group', { name: `Motpart ${at}`, exact: true }).getByLabelText('Registreringsnummer')
  const add = screen.getByRole('button', { name: 'Lägg till motpart' })
  await expect.element(add).toBeVisible()
  await expect.element(number(1)).not.toBeInTheDocument()
  await add.click()
  await expect.element(number(2)).toHaveFocus()
  await add.click()
  await expect.element(number(3)).toHaveFocus()
  await number(3).fill('ABC123')
  await screen.getByRole('button', { name: 'Ta bort motpart 2' }).click()
  await expect.element(number(2)).toHaveFocus()
  await expect.element(number(2)).toHaveValue('ABC123')
  await screen.getByRole('button', { name: 'Ta bort motpart 2' }).click()
  await expect.element(screen.getByLabelText('Registreringsnummer')).toHaveFocus()
})
