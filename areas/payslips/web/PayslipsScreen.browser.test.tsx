// After a long employment there are more payslips than anybody wants to read through.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import type { Payslip } from '../contract.ts'
import PayslipsScreen from './PayslipsScreen.tsx'

let payslips: Payslip[]
const months = (count: number) =>
  Array.from({ length: count }, (_, at): Payslip => {
    const date = new Date(Date.UTC(2026, 9 - at, 25)).toISOString().slice(0, 10)
    return { salaryPeriodId: at, salaryPeriodName: `Månad ${date.slice(0, 7)}`, salaryPeriodPaymentDate: date }
  })

beforeEach(() => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ result: payslips, timestamp: '2026-11-21T12:00:00' })))
})
afterEach(() => vi.unstubAllGlobals())

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <PayslipsScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('more than twenty can be searched, and chosen by year', async () => {
  payslips = months(30)
  const screen = await open()
  await screen.getByLabelText('År').selectOptions('2024')
  await expect.element(screen.getByText('8 träffar', { exact: true }).first()).toBeVisible()
  await screen.getByLabelText('Sök i listan').fill('2024-07')
  await expect.element(screen.getByRole('button', { name: 'Månad 2024-07', exact: true })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Månad 2024-08', exact: true })).not.toBeInTheDocument()
})

it('a few are shown without tools', async () => {
  payslips = months(20)
  const screen = await open()
  await expect.element(screen.getByRole('button', { name: 'Månad 2026-10', exact: true })).toBeVisible()
  await expect.element(screen.getByLabelText('Sök i listan')).not.toBeInTheDocument()
})
