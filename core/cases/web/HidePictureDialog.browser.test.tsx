// Hiding parts of a photo that a colleague changes meanwhile.
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { HidePicture } from '../redaction.ts'
import { keyOf, useCall } from '#platform/web/calls/query.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { caseCalls } from '../calls.ts'
import { aCase } from './case-fixture.ts'
import HidePictureDialog from './HidePictureDialog.tsx'

const calls = caseCalls('prov', { see: 'faults.see', handle: 'faults.handle' })
const timestamp = '2026-11-21T12:00:00'
const withPictures = (version: number, ...names: string[]) =>
  aCase({ version, pictures: names.map((name) => ({ name, shortName: `${name}.jpg` })) })
const stored = withPictures(4, 'first', 'covered')
let sent: HidePicture[]

beforeEach(() => {
  localStorage.setItem(userKey, signInText('roger'))
  announceUser()
  queryClient.clear()
  sent = []
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    if (path.startsWith(calls.one.path)) return Response.json({ result: stored, timestamp })
    if (path.startsWith(calls.picture.path))
      return Response.json({ result: { name: 'x', contentType: 'image/gif', data: 'R0lGODlhAQABAAAAACw=' }, timestamp })
    const hide = JSON.parse(body as string) as HidePicture
    sent.push(hide)
    return hide.version === stored.version
      ? Response.json({ result: true, timestamp })
      : Response.json({ result: null, errorMessage: 'Eva dolde något i en bild.', timestamp }, { status: 409 })
  })
})
afterEach(() => vi.unstubAllGlobals())

function Opened() {
  useCall(calls.one, { nummer: 'F-1042' }, { staleTime: Infinity })
  const nothing = () => undefined
  return (
    <HidePictureDialog found={withPictures(3, 'first', 'second')} calls={calls} onClose={nothing} onActed={nothing} />
  )
}

it('goes on with the picture as a colleague has made it meanwhile, with new rectangles', async () => {
  queryClient.setQueryData(keyOf(calls.one, { nummer: 'F-1042' }), withPictures(3, 'first', 'second'))
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <Opened />
    </QueryClientProvider>,
  )
  await screen.getByLabelText('Bild', { exact: true }).selectOptions('Bild 2')
  const add = screen.getByRole('button', { name: 'Lägg till en ruta' })
  const hide = screen.getByRole('button', { name: 'Dölj i bilden' })
  await add.click()
  await screen.getByLabelText('Varför').fill('Resenärens ansikte')
  await hide.click()
  await expect.element(screen.getByText('Bilden har ändrats. Lägg rutorna igen.')).toBeVisible()
  await expect.element(hide).toBeDisabled()
  await expect.element(screen.getByLabelText('Bild', { exact: true })).toHaveDisplayValue('Bild 2')
  await add.click()
  await hide.click()
  await expect
    .poll(() => sent)
    .toMatchObject([
      { version: 3, name: 'second' },
      { version: 4, name: 'covered', why: 'Resenärens ansikte', rectangles: [expect.anything()] },
    ])
})
