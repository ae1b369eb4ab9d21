// A short motion and a short vibration confirm what the employee has done. With reduced motion there is neither.
import type { Page } from '@playwright/test'
import { unconfirmedDuty } from './next-duty.ts'
import { expect, test } from './sign-in.ts'

/** Animations and vibrations since the page was opened. */
interface Felt {
  readonly animations: string[]
  readonly taps: unknown[]
}

const nothing: Felt = { animations: [], taps: [] }

const felt = (page: Page) => page.evaluate(() => (globalThis as unknown as { felt: Felt }).felt)

async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Felt = { animations: [], taps: [] }
    Object.assign(globalThis, { felt: seen })
    addEventListener('animationstart', ({ target }) => {
      const moving = target as Element
      const { animationDuration, animationIterationCount } = getComputedStyle(moving)
      // An animation that shows that something is loading is no answer to a tap.
      if (Number.parseFloat(animationDuration) < 0.001 || animationIterationCount === 'infinite') return
      seen.animations.push(moving.matches('.arrives') ? 'arrives' : moving.tagName)
    })
    Object.defineProperty(navigator, 'vibrate', { value: (pattern: unknown) => seen.taps.push(pattern) > 0 })
  })
}

test('what is confirmed or sent moves and is felt, but not where reduced motion is asked for', async ({ openAs }) => {
  const page = await openAs('nermin')
  await watch(page)
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const isStill = reducedMotion === 'reduce'
    await page.emulateMedia({ reducedMotion })
    await page.goto('/dashboard/start')
    const duty = await unconfirmedDuty(page)
    await duty.getByRole('button', { name: 'Bekräfta', exact: true }).click()
    await expect(duty).toContainText(/Bekräftat\d\d:\d\dÅngra/)
    await expect.poll(() => felt(page)).toEqual(isStill ? nothing : { animations: ['svg'], taps: [12] })

    await page.goto('/dashboard/forslag')
    await page.getByRole('button', { name: 'Skapa ny', exact: true }).click()
    await page.getByLabel('Rubrik').fill('Klocka i fikarummet')
    await page.getByLabel('Bolag').selectOption('Linjen Norr')
    await page.getByLabel('Beskrivning').fill('Det skulle spara tid för oss alla.')
    await page.getByRole('button', { name: 'Spara', exact: true }).click()
    await expect(page.getByText('Förslag är sparat.')).toBeVisible()
    await expect.poll(() => felt(page)).toEqual(isStill ? nothing : { animations: ['arrives'], taps: [12] })
  }
})
