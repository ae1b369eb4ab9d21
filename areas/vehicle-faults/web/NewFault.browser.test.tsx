// A new report on a bus, with its photos, until it has been sent or refused.
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { getVehicles } from '#core/vehicles/calls.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { openPhone } from '#platform/web/phone/database.ts'
import { sendAll, startOutbox } from '#platform/web/phone/outbox/outbox.ts'
import { OutboxDialog } from '#platform/web/shell/OutboxDialog.tsx'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { addFault, getFaultCategories, getOwnFaults, uploadFaultPicture } from '../calls.ts'
import { ChosenVehicleContext } from './chosen-vehicle.ts'
import NewFault from './NewFault.tsx'

const [first, second] = [
  { name: 'Buss 2117', number: '2117' },
  { name: 'Buss 2118', number: '2118' },
] as const

const answer = (result: unknown, status = 200) =>
  Response.json({ result, timestamp: '2026-11-21T12:00:00' }, { status })

let sent: unknown[]
let answerToReport: () => Response | Promise<Response>
let uploaded: PromiseWithResolvers<void>

beforeEach(async () => {
  sent = []
  answerToReport = () => answer(true)
  uploaded = Promise.withResolvers()
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  const phone = await openPhone()
  for (const store of ['drafts', 'outbox'] as const) await phone.clear(store)
  let uploads = 0
  const answers: Readonly<Record<string, () => unknown>> = {
    [getVehicles.path]: () => [first, second],
    [getFaultCategories.path]: () => [{ id: 3, name: 'Dörrar' }],
    [getOwnFaults.path]: () => ({ items: [] }),
    [uploadFaultPicture.path]: () => uploaded.promise.then(() => ({ name: `bild-${(uploads += 1)}` })),
  }
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    if (path !== addFault.path) return answer((await answers[path.split('?')[0] ?? '']?.()) ?? [])
    sent.push(JSON.parse(body as string))
    return answerToReport()
  })
  await startOutbox()
})
afterEach(() => vi.unstubAllGlobals())

const on = (vehicle: typeof first | typeof second) => (
  <QueryClientProvider client={queryClient}>
    <ChosenVehicleContext value={vehicle}>
      <NewFault />
    </ChosenVehicleContext>
  </QueryClientProvider>
)

async function photo(name: string): Promise<File> {
  const canvas = new OffscreenCanvas(8, 8)
  canvas.getContext('2d')
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' })
}

it('is about the bus that was chosen at the tap, with its photos, although another bus is chosen while they are sent', async () => {
  const screen = await render(on(first))
  await screen.getByLabelText('Kategori').selectOptions('Dörrar')
  await screen.getByLabelText('Felrapport').fill('Dörr 2 fryser fast')
  await userEvent.upload(screen.getByLabelText('Ta eller välj bilder'), await photo('dörr.png'))
  await screen.getByRole('button', { name: 'Skicka' }).click()
  await expect.element(screen.getByRole('button', { name: 'Sparar..' })).toBeVisible()
  await screen.rerender(on(second))
  await userEvent.upload(screen.getByLabelText('Fler bilder'), await photo('ruta.png'))
  await expect.element(screen.getByRole('img', { name: 'Bild 2' })).toBeVisible()
  uploaded.resolve()
  await expect
    .poll(() => sent)
    .toEqual([
      {
        faultCategoryNumber: 3,
        text: 'Dörr 2 fryser fast',
        vehicleNumber: first.number,
        AttachmentUploadBlobNames: ['bild-1'],
      },
    ])
  // What was chosen since stays for the next report.
  await expect.element(screen.getByRole('img', { name: 'Bild 1' })).toBeVisible()
  await expect.element(screen.getByRole('img', { name: 'Bild 2' })).not.toBeInTheDocument()
  const [draft] = (await (await openPhone()).getAll('drafts')).filter(({ key }) => key === 'felrapport')
  expect(draft?.value).toMatchObject({ fields: { vehicleNumber: second.number } })
})

it('is shown with its category and text when it is refused after it has waited', async () => {
  answerToReport = () => Promise.reject(new TypeError('Failed to fetch'))
  const screen = await render(on(first))
  await screen.getByLabelText('Kategori').selectOptions('Dörrar')
  await screen.getByLabelText('Felrapport').fill('Dörr 2 fryser fast')
  await screen.getByRole('button', { name: 'Skicka' }).click()
  await expect.element(screen.getByText(/^Felrapporten är sparad på/)).toBeVisible()
  await screen.unmount()
  answerToReport = () => answer(null, 403)
  await sendAll()
  const list = await render(<OutboxDialog onClose={vi.fn()} />)
  await expect.element(list.getByText('Dörrar')).toBeVisible()
  await expect.element(list.getByText('Dörr 2 fryser fast')).toBeVisible()
})

it('a draft that is discarded leaves the focus to the heading', async () => {
  const began = await render(on(first))
  await began.getByLabelText('Felrapport').fill('Dörr 2 fryser fast')
  const drafts = async () => (await (await openPhone()).getAllKeys('drafts')).map(([, key]) => key)
  await expect.poll(drafts).toContain('felrapport')
  await began.unmount()
  const screen = await render(
    <>
      <h1 tabIndex={-1}>Felrapport</h1>
      {on(first)}
    </>,
  )
  await screen.getByRole('button', { name: 'Börja om' }).click()
  await expect.element(screen.getByText('Ditt påbörjade utkast är kvar.')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})

it('waits in the list when the server fails at it, if the form was left while its photos were handed over', async () => {
  answerToReport = () => answer(null, 503)
  const screen = await render(on(first))
  await screen.getByLabelText('Kategori').selectOptions('Dörrar')
  await screen.getByLabelText('Felrapport').fill('Dörr 2 fryser fast')
  await userEvent.upload(screen.getByLabelText('Ta eller välj bilder'), await photo('dörr.png'))
  await screen.getByRole('button', { name: 'Skicka' }).click()
  await expect.element(screen.getByRole('button', { name: 'Sparar..' })).toBeVisible()
  await screen.unmount()
  uploaded.resolve()
  await expect.poll(() => sent.length).toBe(1)
  const waiting = async () => (await (await openPhone()).getAll('outbox')).map(({ state, tries }) => [state, tries])
  await expect.poll(waiting).toEqual([['waiting', 1]])
})

it('cannot be discarded while its photos are handed over', async () => {
  const began = await render(on(first))
  await began.getByLabelText('Kategori').selectOptions('Dörrar')
  await began.getByLabelText('Felrapport').fill('Dörr 2 fryser fast')
  const drafts = async () => (await (await openPhone()).getAllKeys('drafts')).map(([, key]) => key)
  await expect.poll(drafts).toContain('felrapport')
  await began.unmount()
  const screen = await render(on(first))
  await userEvent.upload(screen.getByLabelText('Ta eller välj bilder'), await photo('dörr.png'))
  await screen.getByRole('button', { name: 'Skicka' }).click()
  await expect.element(screen.getByRole('button', { name: 'Sparar..' })).toBeVisible()
  ;(screen.getByRole('button', { name: 'Börja om' }).element() as HTMLElement).click()
  uploaded.resolve()
  await expect.poll(() => sent).toMatchObject([{ text: 'Dörr 2 fryser fast', AttachmentUploadBlobNames: ['bild-1'] }])
})
