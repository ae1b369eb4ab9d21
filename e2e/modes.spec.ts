// Large text, a narrow phone, a phone in landscape, forced colours and paper. `npm run prove` tests every screen in each of them.
import type { Page } from '@playwright/test'
import { someOf } from '../checks/effort.ts'
import { officePages, openOfficePage } from './office-screens.ts'
import { openScreen, routes } from './routes.ts'
import { expect, test } from './sign-in.ts'
import { wrongHere } from './wrong-here.ts'

interface Mode {
  readonly what: string
  readonly size: { readonly width: number; readonly height: number }
  readonly media?: NonNullable<Parameters<Page['emulateMedia']>[0]>
  /** Text size in percent. */
  readonly text?: number
}

const modes: readonly Mode[] = [
  { what: 'with text twice as large', size: { width: 390, height: 844 }, text: 200 },
  { what: 'on a phone of 320 px', size: { width: 320, height: 640 } },
  { what: 'on a phone in landscape', size: { width: 844, height: 390 } },
  { what: 'with forced colours', size: { width: 390, height: 844 }, media: { forcedColors: 'active' } },
  // The width of an A4 at 96 dpi.
  { what: 'on paper', size: { width: 794, height: 1123 }, media: { media: 'print' } },
]

for (const { what, size, media, text } of modes) {
  test(`${what} nothing overflows or is cut, and what is chosen can be seen`, async ({ openAs }, { project }) => {
    test.skip(project.name === 'desktop', 'each mode brings its own size')
    test.setTimeout(300_000)
    const modeOn = async (page: Page) => {
      await page.setViewportSize(size)
      if (media) await page.emulateMedia(media)
      if (text) await page.addInitScript(growText, text)
    }
    const wrong: string[] = []
    const look = async (page: Page) => {
      wrong.push(...(await page.evaluate(wrongHere)).map((each) => `${page.url()}: ${each}`))
    }
    const page = await openAs('anna')
    const screens = someOf(await routes(page), { sample: 2 })
    await modeOn(page)
    for (const route of screens) {
      await openScreen(page, route)
      await look(page)
    }
    for (const [who, office] of Map.groupBy(someOf(officePages('norr'), { sample: 1 }), (each) => each.who)) {
      const colleague = await openAs(who)
      await modeOn(colleague)
      for (const screen of office) {
        await openOfficePage(colleague, screen)
        await look(colleague)
      }
    }
    expect(wrong).toEqual([])
  })
}

function growText(percent: number): void {
  addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', `${percent}%`))
}

test('what is cut, beyond the edge or chosen without looking so is found', async ({ page }) => {
  await page.setContent(`<!doctype html>
    <style>body { margin: 0; forced-color-adjust: none } .cut { width: 40px; overflow: hidden; white-space: nowrap }</style>
    <div class="cut">Trafikledningen</div>
    <div class="cut" style="text-overflow: ellipsis">Med tre punkter</div>
    <p style="display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; width: 120px">${'Åtgärdat '.repeat(9)}</p>
    <div style="overflow: clip; width: 60px"><div class="cut" style="text-overflow: ellipsis">${'Långt '.repeat(99)}</div></div>
    <div style="overflow-x: auto; width: 60px"><p style="white-space: nowrap">I sin egen ram</p></div>
    <nav><a href="#a" aria-current="page">Här</a> <a href="#b">Där</a></nav>
    <ul><li><button aria-pressed="true" style="font-weight: 700">Vald</button></li><li><button aria-pressed="false">Inte</button></li></ul>
    <p style="position: absolute; left: 380px; white-space: nowrap">Utanför</p>`)
  await page.setViewportSize({ width: 390, height: 844 })
  expect((await page.evaluate(wrongHere)).map((each) => each.replace(/^\d+/, 'n'))).toEqual([
    'n px wider than the window',
    'cut: div "Trafikledningen"',
    'beyond the edge: p "Utanför"',
    'looks like the others: a "Här"',
  ])
})
