// For browser tests of a part whose load fails at first.
import { expect, vi } from 'vitest'
import type { Locator } from 'vitest/browser'

/**
 * Lets every request fail until `tryAgain` presses the button. It checks that the button has the focus while the load is tried again, and
 * the heading once it has succeeded.
 */
export function failAtFirst(answer: (path: string) => unknown) {
  let isFailing = true
  const held: (() => void)[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    const status = isFailing ? 500 : 200
    if (!isFailing) await new Promise<void>((resolve) => held.push(resolve))
    return Response.json({ result: isFailing ? null : answer(path), timestamp: '2026-11-21T12:00:00' }, { status })
  })
  return async function tryAgain(button: Locator, heading: Locator): Promise<void> {
    await expect.element(button).toBeVisible()
    const pressed = button.element()
    isFailing = false
    await button.click()
    await expect.poll(() => held.length).toBeGreaterThan(0)
    await expect.element(button).toHaveAttribute('aria-busy', 'true')
    await expect.element(button).toHaveFocus()
    expect(button.element()).toBe(pressed)
    for (const goOn of held) goOn()
    await expect.poll(() => pressed.isConnected).toBe(false)
    await expect.element(heading).toHaveFocus()
  }
}
