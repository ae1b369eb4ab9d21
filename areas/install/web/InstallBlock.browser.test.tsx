import { QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import InstallBlock from './InstallBlock.tsx'

it('a guide that is put away leaves the focus to the heading', async () => {
  await page.viewport(390, 844)
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <h1 tabIndex={-1}>Hem</h1>
      <InstallBlock />
    </QueryClientProvider>,
  )
  const button = screen.getByRole('button', { name: 'Visa inte igen' })
  await button.click()
  await expect.element(button).not.toBeInTheDocument()
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})
