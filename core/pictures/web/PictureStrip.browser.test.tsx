// A picture that could not be fetched is tried again in its dialog, and the focus stays there.
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { get } from '#platform/contract/call.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { failAtFirst } from '#platform/web/calls/test-retry.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import type { Image, ImageQuery } from '../contract.ts'
import { PictureStrip } from './PictureStrip.tsx'

beforeEach(() => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
})
afterEach(() => vi.unstubAllGlobals())

it('the button that tries again keeps the focus until the picture is there, and then the title has it', async () => {
  const tryAgain = failAtFirst(() => ({ contentType: 'image/png', data: '' }))
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <h1 tabIndex={-1}>Felanmälan</h1>
      <PictureStrip
        pictures={[{ name: 'a.png', shortName: 'Dörren' }]}
        call={get<Image, ImageQuery>('/api/prov/bilder/:name')}
      />
    </QueryClientProvider>,
  )
  await screen.getByRole('button', { name: 'Förstora bild 1' }).click()
  await tryAgain(
    screen.getByRole('button', { name: 'Försök igen' }),
    screen.getByRole('heading', { name: 'Bild 1 av 1' }),
  )
  await expect.element(screen.getByRole('img', { name: 'Dörren' })).toBeInTheDocument()
})
