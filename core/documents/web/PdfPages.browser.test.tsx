import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import PdfPages from './PdfPages.tsx'

const pdf = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R 3 0 R]/Count 2>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]>> endobj
trailer <</Root 1 0 R>>`

// What the library calls, and Safari 16 does not have.
const calls = [
  [AbortSignal, 'any', Object.getOwnPropertyDescriptor(AbortSignal, 'any')],
  [Promise, 'withResolvers', Object.getOwnPropertyDescriptor(Promise, 'withResolvers')],
] as const
beforeEach(() => {
  for (const [of, name] of calls) Reflect.deleteProperty(of, name)
})
afterEach(() => {
  for (const [of, name, call] of calls) if (call) Object.defineProperty(of, name, call)
})

it('shows the pages in an older browser, which enlarges them itself', async () => {
  const screen = await render(
    <PdfPages base64={btoa(pdf)} title="Alkoholpolicy" zoom={1} onZoom={vi.fn()} onPage={vi.fn()} />,
  )
  await expect.element(screen.getByRole('group', { name: 'Sida 2' })).toBeInTheDocument()
  await expect.element(screen.getByRole('group', { name: 'Alkoholpolicy' })).toHaveStyle({ touchAction: 'auto' })
})
