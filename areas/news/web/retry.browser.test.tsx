// What of a news item could not be loaded is tried again, and the focus is not lost.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { failAtFirst } from '#platform/web/calls/test-retry.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { Comments } from './Comments.tsx'
import { NewsPicture } from './NewsPicture.tsx'

beforeEach(() => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
})
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['its comments', <Comments key="" newsId={3} />, 'Försök igen', []],
  [
    'a picture',
    <NewsPicture key="" imageId="9" alt="Bussen" width={40} height={30} />,
    'Hämta bilden igen',
    { contentType: 'image/png', data: '' },
  ],
])('%s', async (_what, part, name, answer) => {
  const tryAgain = failAtFirst(() => answer)
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <h1 tabIndex={-1}>Nytt garage</h1>
        {part}
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await tryAgain(screen.getByRole('button', { name }), screen.getByRole('heading', { name: 'Nytt garage' }))
})
