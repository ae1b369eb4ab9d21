// Scripts in news and comments, in a real browser with the portal's own policy. No script may run, and none may need the policy
// to be stopped.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { xssVectors } from '../areas/news/server/xss-vectors-fixture.ts'
import { someOf } from '../checks/effort.ts'
import { dataDir } from './portal.ts'
import { expect, test } from './sign-in.ts'

test.describe.configure({ timeout: 240_000 })
// Nothing here depends on the width of the window.
test.skip(({ viewport }) => (viewport?.width ?? 0) < 992, 'one width is enough')

// A sample one by one, and all of them in one text. The server's tests try each of them (areas/news/server/xss.test.ts).
const vectors = someOf(xssVectors, { sample: 60 })

const root = fileURLToPath(new URL('..', import.meta.url))

/** Watches a page for scripts that ran or that the policy blocked. Call the returned function at the end. */
function watch(page: Page): () => Promise<void> {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (/Content.Security.Policy|TrustedHTML|TrustedScript|Refused/i.test(message.text())) seen.push(message.text())
  })
  page.on('pageerror', (error) => seen.push(String(error)))
  page.on('request', (request) => {
    if (!/^(http:\/\/([\w-]+\.)?localhost:|data:|blob:)/.test(request.url())) seen.push(`request: ${request.url()}`)
  })
  return async () => {
    expect(await page.evaluate(() => (globalThis as { xss?: unknown }).xss)).toBeUndefined()
    expect(seen).toEqual([])
  }
}

/** Expects that the page's main part has no element or attribute that could run a script. */
async function expectOnlyText(page: Page): Promise<void> {
  const found = await page.locator('main').evaluate((main) => {
    const wrong: string[] = []
    const forbidden =
      'script,style,iframe,object,embed,form[action],link,meta,base,template,math,video,audio,frame,applet,portal,image,svg :is(script,a,use,image,foreignObject,animate,set)'
    for (const element of main.querySelectorAll(forbidden)) wrong.push(element.outerHTML.slice(0, 200))
    for (const element of main.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        const address = ['href', 'src', 'action', 'formaction', 'xlink:href', 'srcset', 'poster', 'data'].includes(name)
        const harmless = /^(https?:\/\/|mailto:|tel:|\/|data:image\/(jpeg|png|webp);base64,)/.test(value)
        if (name.startsWith('on') || (address && !harmless)) wrong.push(`${name}=${value}`.slice(0, 200))
      }
    }
    return wrong
  })
  expect(found).toEqual([])
}

/** Hovers and focuses every element of the text, one after the other, to trigger event handlers. */
async function touchEverything(page: Page): Promise<void> {
  await page.locator('main').evaluate((main) => {
    for (const element of main.querySelectorAll('*')) {
      for (const type of [
        'mouseover',
        'mouseenter',
        'pointerenter',
        'focus',
        'focusin',
        'wheel',
        'copy',
        'dblclick',
        'toggle',
      ])
        element.dispatchEvent(new Event(type, { bubbles: type !== 'focus' }))
    }
  })
}

const item = (id: number, introText: string, bodyText?: string) => ({
  id,
  title: `Vektor ${id}`,
  introText,
  publishedDate: '2026-11-21T08:00:00',
  authorName: 'x',
  ...(bodyText !== undefined && { bodyText, newsAttachments: [] }),
})

const envelope = (result: unknown) => ({ json: { result, timestamp: '2026-11-21T08:00:00.000Z' } })

test(
  'the browser alone lets none through, even if the server sent them unchanged',
  { tag: '@wide' },
  async ({ openAs }) => {
    const page = await openAs('david')
    const expectQuiet = watch(page)
    const items = vectors.map((vector, index) => item(index + 1, vector))
    await page.route('**/api/nyheter/getkoncern?*', (route) =>
      route.fulfill(envelope({ items, totalRecords: items.length })),
    )
    await page.goto('/dashboard/nyheter/koncern')
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(vectors.length)
    await expectOnlyText(page)
    await touchEverything(page)
    await expectQuiet()

    // All vectors in one text, so that each unclosed one runs into the next.
    await page.route('**/api/nyheter/getkoncern/1', (route) =>
      route.fulfill(envelope(item(1, '', xssVectors.join('\n')))),
    )
    await page.goto('/dashboard/nyheter/koncern/1')
    await expect(page.getByRole('heading', { name: 'Vektor 1', level: 1 })).toBeVisible()
    await expectOnlyText(page)
    await touchEverything(page)
    await expectQuiet()
  },
)

// XML cannot contain these characters; they are tested by other ways of input.
// oxlint-disable-next-line no-control-regex -- the expression is meant to remove them
const noXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const cdata = (text: string) => `<![CDATA[${text.replaceAll(noXml, '').replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
const escaped = (text: string) =>
  text.replaceAll(noXml, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const drawing = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#147' } })
  .png()
  .toBuffer()
const article = `<h2>Överlever</h2><p>Text med <b>fet</b> och <a href="https://example.se/">länk</a>.</p>
  <ul><li>punkt</li></ul><table><tr><th>Dag</th></tr><tr><td>Måndag</td></tr></table>
  <img alt="Ritning" src="data:image/png;base64,${drawing.toString('base64')}">`

/** The news of hodan's area, as the server sends it: all pages together. */
async function storedNews(page: Page): Promise<{ id: number; title: string; introText: string; bodyText: string }[]> {
  return page.evaluate(async () => {
    const user = Object.entries(localStorage).find(([key]) => key.startsWith('oidc.user'))
    const { id_token: token } = JSON.parse(user?.[1] ?? '{}')
    const found = []
    for (let at = 0; ; at++) {
      const answer = await fetch(`/api/nyheter/getregion?page=${at}`, { headers: { Authorization: `Bearer ${token}` } })
      const { result } = await answer.json()
      if (result.items.length === 0) return found
      found.push(...result.items)
    }
  })
}

test(
  'none runs when imported, stored and shown, and headings, lists, links, tables and pictures survive',
  { tag: '@wide' },
  async ({ openAs }) => {
    const entries = vectors.map(
      (vector, index) =>
        `<item><guid>xss-${index}</guid><title>${cdata(`Titel ${index} ${vector}`)}</title><author>${escaped(vector)}</author>
       <description>${escaped(vector)}</description>
       <content:encoded>${cdata(`<p>före</p>${vector}<p>efter</p>`)}</content:encoded></item>`,
    )
    entries.push(
      `<item><guid>ok</guid><title>Det som ska överleva</title><description>${escaped(article)}</description></item>`,
      `<item><guid>all</guid><title>Alla på en gång</title><content:encoded>${cdata(xssVectors.join('\n'))}</content:encoded></item>`,
    )
    const file = join(dataDir, 'xss.xml')
    await writeFile(
      file,
      `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>x</title>${entries.join('')}</channel></rss>`,
    )
    const command = ['app/server/import.ts', 'news', file, '--company', 'ost', '--to', 'region:Norrköping']
    const { stdout } = await promisify(execFile)(process.execPath, command, {
      cwd: root,
      env: { ...process.env, DATA_DIR: dataDir },
      maxBuffer: 16 * 1024 * 1024,
    })
    expect(stdout).toContain(`Läste ${entries.length} nyheter`)

    const page = await openAs('hodan')
    const expectQuiet = watch(page)
    const stored = await storedNews(page)
    expect(stored.length).toBeGreaterThanOrEqual(entries.length)
    expect(JSON.stringify(stored)).not.toContain('attacker.example/x.js"')

    // Exactly what the server sent, on one page: titles and both texts of every item.
    const shown = stored.flatMap((found) => [found, { ...found, id: found.id + 1_000_000, introText: found.bodyText }])
    await page.route('**/api/nyheter/getregion?*', (route) =>
      route.fulfill(envelope({ items: shown, totalRecords: shown.length })),
    )
    await page.goto('/dashboard/nyheter/region')
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(shown.length)
    await expectOnlyText(page)
    await touchEverything(page)
    await expectQuiet()

    const idOf = (title: string) => stored.find((found) => found.title === title)?.id
    await page.goto(`/dashboard/nyheter/region/${idOf('Alla på en gång')}`)
    await expect(page.getByRole('heading', { name: 'Alla på en gång', level: 1 })).toBeVisible()
    await expectOnlyText(page)
    await touchEverything(page)
    await expectQuiet()

    await page.goto(`/dashboard/nyheter/region/${idOf('Det som ska överleva')}`)
    const text = page.getByRole('article')
    await expect(text.getByRole('heading', { name: 'Överlever', level: 2 })).toBeVisible()
    await expect(text.getByRole('listitem')).toHaveText('punkt')
    await expect(text.getByRole('link', { name: 'länk' })).toHaveAttribute('href', 'https://example.se/')
    await expect(text.getByRole('columnheader')).toHaveText('Dag')
    await expect(text.getByRole('cell')).toHaveText('Måndag')
    await expect(text.getByRole('img', { name: 'Ritning' })).toHaveAttribute('src', /^data:image\/jpeg;base64,/)
    await expectQuiet()
  },
)

test('as comments they are plain text, exactly as typed', { tag: '@wide' }, async ({ openAs }) => {
  const page = await openAs('tapio')
  const expectQuiet = watch(page)
  // More than a page of them.
  const texts = someOf(xssVectors, { sample: 205 }).map((vector) =>
    vector.replaceAll('\u0000', '').slice(0, 400).trim(),
  )
  const newsId = await page.evaluate(async (comments) => {
    const user = Object.entries(localStorage).find(([key]) => key.startsWith('oidc.user'))
    const { id_token: token } = JSON.parse(user?.[1] ?? '{}')
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const list = await (await fetch('/api/nyheter/getregion?page=0&compact=true', { headers })).json()
    const newsItemId = list.result.items[0].id
    for (const bodyText of comments) {
      const body = JSON.stringify({ bodyText, newsItemId })
      const answer = await fetch('/api/nyheter/addcomment', { method: 'POST', headers, body })
      const { result } = await answer.json()
      if (result?.bodyText !== bodyText) throw new Error(`${answer.status} for ${bodyText}`)
    }
    return newsItemId as number
  }, texts)
  await page.goto(`/dashboard/nyheter/region/${newsId}`)
  const more = page.getByRole('button', { name: 'Visa äldre kommentarer' })
  await more.click()
  await expect(more).toBeHidden()
  // The focus goes where the button was, and not to the top of the page.
  await expect(page.getByRole('list', { name: 'Äldre kommentarer' })).toBeFocused()
  const list = page.locator('#news-comment-list')
  await expect(list.getByRole('listitem').nth(texts.length - 1)).toBeVisible()
  await expectOnlyText(page)
  await touchEverything(page)
  await expectQuiet()
})
