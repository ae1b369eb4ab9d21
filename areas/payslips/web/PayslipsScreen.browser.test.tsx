// After a long employment there are more payslips than anybody wants to read through.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { keyOf } from '#platform/web/calls/query.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { downloadPayslip, getPayslips } from '../calls.ts'
import type { Payslip } from '../contract.ts'
import PayslipsScreen from './PayslipsScreen.tsx'

const timestamp = '2026-11-21T12:00:00'

let payslips: Payslip[]
/** Whether the server fails when it is asked for the list. */
let isFailing: boolean
const months = (count: number) =>
  Array.from({ length: count }, (_, at): Payslip => {
    const date = new Date(Date.UTC(2026, 9 - at, 25)).toISOString().slice(0, 10)
    return { salaryPeriodId: at, salaryPeriodName: `Månad ${date.slice(0, 7)}`, salaryPeriodPaymentDate: date }
  })

beforeEach(() => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  isFailing = false
  vi.stubGlobal('fetch', (path: string) => {
    if (path.startsWith(downloadPayslip.path)) {
      return Promise.resolve(Response.json({ result: { pdfStr: btoa('%PDF-1.4') }, timestamp }))
    }
    return Promise.resolve(Response.json({ result: payslips, timestamp }, { status: isFailing ? 500 : 200 }))
  })
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

it('an open one stays open when the list fails, and when the screen becomes wide', async () => {
  await page.viewport(820, 1180)
  payslips = months(2)
  const screen = await open()
  await screen.getByRole('button', { name: 'Månad 2026-10', exact: true }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  const opened = dialog.element()
  await page.viewport(1180, 820)
  await expect.element(screen.getByRole('table', { includeHidden: true })).toBeInTheDocument()
  expect(opened.isConnected).toBe(true)
  isFailing = true
  await queryClient.refetchQueries({ queryKey: keyOf(getPayslips) })
  await expect.element(screen.getByText('Ett fel inträffade')).toBeInTheDocument()
  expect(opened.isConnected).toBe(true)
  await dialog.getByRole('button', { name: 'Stäng' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})
