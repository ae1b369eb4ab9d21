import { expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { LazyView } from './LazyView.tsx'

const part = () => <p>här</p>
const shown = (begin: () => Promise<unknown>) => {
  const load = vi.fn(() => Promise.resolve({ default: part, begin }))
  return render(<LazyView load={load} waiting="väntar" />)
}

it('shows a view with what it begins with', async () => {
  let answer = () => {}
  const screen = await shown(() => new Promise<void>((resolve) => (answer = resolve)))
  await expect.element(screen.getByText('väntar')).toBeVisible()
  answer()
  await expect.element(screen.getByText('här')).toBeVisible()
})

it('shows a view whose beginning fails, or never ends', async () => {
  for (const begin of [() => Promise.reject(new Error('away')), () => new Promise(() => {})]) {
    const screen = await shown(begin)
    await expect.element(screen.getByText('här')).toBeVisible()
    await screen.unmount()
  }
})
