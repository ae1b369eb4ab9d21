// What is changed in a form after 'Spara' has been tapped, while the photos are still being sent.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { getVehicles } from '#core/vehicles/calls.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { openPhone } from '#platform/web/phone/database.ts'
import { writeDraft } from '#platform/web/phone/draft-store.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { addThreat, uploadImage } from '../../calls.ts'
import { draftKey } from '../steps/draft-keys.ts'
import ThreatForm from './ThreatForm.tsx'

let sent: unknown[]
let uploaded: PromiseWithResolvers<void>

beforeEach(async () => {
  sent = []
  uploaded = Promise.withResolvers()
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  const phone = await openPhone()
  for (const store of ['drafts', 'outbox'] as const) await phone.clear(store)
  let uploads = 0
  const answers: Readonly<Record<string, (body: unknown) => unknown>> = {
    [getVehicles.path]: () => [{ name: 'Buss 2117', number: '2117' }],
    [uploadImage.path]: () => uploaded.promise.then(() => ({ name: `bild-${(uploads += 1)}` })),
    [addThreat.path]: (body) => {
      sent.push(JSON.parse(body as string))
      return { id: 1, nummer: 'A-100001' }
    },
  }
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    const result = (await answers[path.split('?')[0] ?? '']?.(body)) ?? []
    return Response.json({ result, timestamp: '2026-11-21T12:00:00' })
  })
})
afterEach(() => vi.unstubAllGlobals())

async function photo(name: string): Promise<File> {
  const canvas = new OffscreenCanvas(8, 8)
  canvas.getContext('2d')
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' })
}

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ThreatForm />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('is not in the report, whose answers were checked at the tap; a photo that is added stays on the phone', async () => {
  const screen = await open()
  await screen.getByLabelText('Plats').fill('Vasaplan')
  await screen.getByRole('combobox', { name: 'Fordon' }).fill('Buss 2117')
  await screen.getByLabelText('Händelsebeskrivning').fill('En resenär hotade mig.')
  await userEvent.upload(screen.getByLabelText('Ta eller välj bilder'), await photo('ett.png'))
  await screen.getByRole('button', { name: 'Spara' }).click()
  await expect.element(screen.getByRole('button', { name: 'Sparar..' })).toBeVisible()
  await screen.getByLabelText('Händelsebeskrivning').fill('')
  await userEvent.upload(screen.getByLabelText('Fler bilder'), await photo('två.png'))
  await expect.element(screen.getByRole('img', { name: 'Bild 2' })).toBeVisible()
  uploaded.resolve()
  await expect.element(screen.getByText('Avvikelse har sparats')).toBeVisible()
  expect(sent).toMatchObject([{ HandelseBeskrivning: 'En resenär hotade mig.', AttachmentUploadBlobNames: ['bild-1'] }])
  // The report takes all photos of its draft along, and what stays is stored once it has left.
  const kept = async () => (await (await openPhone()).get('drafts', ['anna', draftKey('threat', 'bilder')]))?.value
  await expect.poll(kept).toMatchObject([{ fileName: 'två.png' }])
})

it('a draft cannot be discarded while the photos of its report are sent', async () => {
  const fields = { Datum: '2026-11-21', Plats: 'Vasaplan', Fordon: 'Buss 2117', HandelseBeskrivning: 'Hotad.' }
  await writeDraft('anna', draftKey('threat'), { fields, attempt: null })
  const screen = await open()
  await userEvent.upload(screen.getByLabelText('Ta eller välj bilder'), await photo('ett.png'))
  await screen.getByRole('button', { name: 'Spara' }).click()
  await expect.element(screen.getByRole('button', { name: 'Sparar..' })).toBeVisible()
  ;(screen.getByRole('button', { name: 'Börja om' }).element() as HTMLElement).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  uploaded.resolve()
  await expect.element(screen.getByText('Avvikelse har sparats')).toBeVisible()
})
