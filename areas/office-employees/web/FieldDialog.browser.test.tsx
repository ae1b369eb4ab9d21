// The dialog that changes a field whose values an import may have given as several.
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import type { Employee } from '../contract.ts'
import type { Changeable } from '../rules.ts'
import { FieldDialog } from './FieldDialog.tsx'

const sent: unknown[] = []
beforeEach(() => {
  localStorage.setItem(userKey, signInText('eva'))
  announceUser()
  queryClient.clear()
  sent.length = 0
  vi.stubGlobal('fetch', (_path: string, { body }: RequestInit = {}) => {
    if (typeof body === 'string') sent.push(JSON.parse(body))
    return Promise.resolve(Response.json({ result: { andrat: true }, timestamp: '2026-11-21T12:00:00' }))
  })
})
afterEach(() => vi.unstubAllGlobals())

function show(falt: Changeable, etikett: string, varde: string) {
  const kalla = { fran: 'import', av: null, nar: null } as const
  const employee: Employee = {
    anstid: '31149',
    namn: 'Nermin Halilović',
    aktiv: true,
    aktivKalla: kalla,
    uppgifter: [],
    behorigheter: [],
    roller: [],
    konton: [],
    chefFor: 0,
    farAndra: true,
    farBehorigheter: false,
    omraden: ['Skellefteå', 'Umeå'],
    befattningar: ['Bussförare', 'Skyddsombud'],
  }
  const field = { falt, etikett, varde, nyckel: null, kalla }
  return render(
    <QueryClientProvider client={queryClient}>
      <FieldDialog employee={employee} field={field} onClose={() => {}} />
    </QueryClientProvider>,
  )
}

it('several areas are the choice that is made, and one of them can be chosen instead', async () => {
  const screen = await show('IntraCompanyArea', 'Område', 'Skellefteå, Umeå')
  const area = screen.getByLabelText('Område')
  await expect.element(area).toHaveDisplayValue('Skellefteå, Umeå')
  await area.selectOptions('Umeå')
  await screen.getByRole('button', { name: 'Spara' }).click()
  await expect
    .poll(() => sent)
    .toEqual([{ anstid: '31149', falt: 'IntraCompanyArea', varde: 'Umeå', fore: 'Skellefteå, Umeå' }])
})

it('the field of positions says how several are written', async () => {
  const screen = await show('IntraPosition', 'Befattning', 'Bussförare, Skyddsombud')
  await expect.element(screen.getByLabelText('Befattning')).toHaveValue('Bussförare, Skyddsombud')
  await expect
    .element(screen.getByLabelText('Befattning'))
    .toHaveAccessibleDescription('Skriv kommatecken mellan flera.')
})

it('announces the change in words that fit every field', async () => {
  const screen = await show('IntraCompanyArea', 'Område', 'Skellefteå')
  await screen.getByRole('button', { name: 'Spara' }).click()
  await expect.poll(() => document.querySelector('[data-speech]')?.textContent).toBe('Ändrat: Område')
})
