// Large text, a narrow phone, a phone on its side, forced colours and paper: every screen in each of them, all under `npm run prove`.
import type { Page } from '@playwright/test'
import { someOf } from '../checks/effort.ts'
import { openScreen, routes } from './routes.ts'
import { expect, test } from './sign-in.ts'

interface Mode {
  readonly what: string
  readonly size: { readonly width: number; readonly height: number }
  readonly media?: NonNullable<Parameters<Page['emulateMedia']>[0]>
  /** In percent. */
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
    const page = await openAs('anna')
    const all = someOf(await routes(page), { sample: 4 })
    await page.setViewportSize(size)
    if (media) await page.emulateMedia(media)
    if (text) {
      await page.addInitScript((percent) => {
        addEventListener('DOMContentLoaded', () =>
          document.documentElement.style.setProperty('font-size', `${percent}%`),
        )
      }, text)
    }
    const wrong: string[] = []
    for (const route of all) {
      await openScreen(page, route)
      wrong.push(...(await page.evaluate(wrongHere)).map((each) => `${route}: ${each}`))
    }
    expect(wrong).toEqual([])
  })
}

test('what is cut, beyond the edge or chosen without looking so is found', async ({ page }) => {
  await page.setContent(`<!doctype html>
    <style>body { margin: 0; forced-color-adjust: none } .cut { width: 40px; overflow: hidden; white-space: nowrap }</style>
    <div class="cut">Trafikledningen</div>
    <div class="cut" style="text-overflow: ellipsis">Med tre punkter</div>
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

/** What is cut off, beyond the edge of the window, or chosen without looking so. */
function wrongHere(): string[] {
  const wrong = new Set<string>()
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) wrong.add(`${scrollWidth - clientWidth} px wider than the window`)

  const named = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`
  const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX)
  const hidden = (element: Element) => {
    const box = element.getBoundingClientRect()
    return (
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || box.width <= 1 || box.height <= 1
    )
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode
    const element = node.parentElement
    if (!element || !node.textContent?.trim() || hidden(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    if (box.width <= 1 || box.bottom <= 0) continue
    for (let around: Element | null = element; around && around !== document.body; around = around.parentElement) {
      if (hidden(around) || scrolls(around)) break
      const { overflowX, overflowY, textOverflow, position, clipPath } = getComputedStyle(around)
      if (clipPath !== 'none') break
      const frame = around.getBoundingClientRect()
      const cutX =
        /hidden|clip/.test(overflowX) &&
        textOverflow !== 'ellipsis' &&
        (box.right > frame.right + 1 || box.left < frame.left - 1)
      const cutY = /hidden|clip/.test(overflowY) && (box.bottom > frame.bottom + 2 || box.top < frame.top - 2)
      if (cutX || cutY) {
        wrong.add(`cut: ${named(element)}`)
        break
      }
      if (position === 'fixed') break
    }
    let frame: Element | null = element
    while (frame && !scrolls(frame)) frame = frame.parentElement
    if (!frame && box.right > clientWidth + 1) wrong.add(`beyond the edge: ${named(element)}`)
  }

  // What is chosen differs from what is not by more than a colour that the mode takes away.
  const looks = (element: Element): string =>
    JSON.stringify(
      [element, ...element.querySelectorAll('*')].map((each) =>
        [undefined, '::before', '::after'].map((part) => {
          const {
            backgroundColor,
            borderWidth,
            borderColor,
            borderStyle,
            outlineStyle,
            fontWeight,
            textDecorationLine,
            content,
            display,
            color,
          } = getComputedStyle(each, part)
          return [
            backgroundColor,
            borderWidth,
            borderColor,
            borderStyle,
            outlineStyle,
            fontWeight,
            textDecorationLine,
            content,
            display,
            color,
          ]
        }),
      ),
    )
  for (const chosen of document.querySelectorAll(
    '[aria-current], [aria-selected=true], [aria-pressed=true], :checked:not(option)',
  )) {
    const state = ['aria-current', 'aria-selected', 'aria-pressed'].find((name) => chosen.hasAttribute(name))
    const frame = chosen.closest('ul, ol, nav, fieldset, tr, [role=listbox], [role=group]')
    const shown = (element: Element) => element.closest('label') ?? element
    // The browser's own control shows its state.
    const native = chosen.matches('input') && !hidden(chosen) && getComputedStyle(chosen).appearance !== 'none'
    if (!frame || native || hidden(shown(chosen))) continue
    const other = [
      ...frame.querySelectorAll(
        state ? `${chosen.tagName}:not([${state}]), ${chosen.tagName}[${state}=false]` : 'input:not(:checked)',
      ),
    ].find(
      (each) => each !== chosen && !hidden(shown(each)) && each.getAttribute('type') === chosen.getAttribute('type'),
    )
    if (other && looks(shown(other)) === looks(shown(chosen)))
      wrong.add(`looks like the others: ${named(shown(chosen))}`)
  }
  return [...wrong]
}
