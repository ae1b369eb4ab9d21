// What a browser has stored may be from another version, truncated or tampered with: the portal must still open.
import type { Page } from '@playwright/test'
import { effort } from '../checks/effort.ts'
import { copies } from './phone.ts'
import { serverFails } from './portal.ts'
import { expect, test } from './sign-in.ts'

const all = [
  'null',
  '0',
  '"x"',
  '[]',
  '{}',
  '[null]',
  '[{}]',
  '{"at":9e15,"answer":{}}',
  '{"at":9e15,"answer":[null]}',
  '{"',
]
// `npm test` tries a few of them, `npm run prove` all.
const hostile = effort({ sample: ['{}', '[null]', '{"at":9e15,"answer":{}}', '{"'], full: all })

const signInKey = /^oidc\.user:/

/** Fills storage like a day's use, and returns every key that the portal then has. */
async function used(page: Page): Promise<string[]> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/dashboard/krishantering')
  await page.getByRole('checkbox').first().check()
  await page.goto('/dashboard/start')
  await page.getByRole('region', { name: 'Tidrapport' }).waitFor()
  await page.evaluate(() => sessionStorage.setItem('linjen.refused', '[]'))
  return page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
}

async function poison(page: Page, keys: readonly string[], text: string): Promise<void> {
  await page.evaluate(
    ([names, value]) => {
      for (const name of names)
        for (const storage of [localStorage, sessionStorage]) if (name in storage) storage.setItem(name, value)
    },
    [keys, text] as const,
  )
}

async function expectPortal(page: Page, what: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }), what).toBeVisible()
  await expect(page.getByText('Något gick fel.'), what).toBeHidden()
}

test('whatever is stored under its keys, the portal opens', async ({ openAs }) => {
  test.slow()
  const page = await openAs('anna')
  const keys = (await used(page)).filter((key) => !signInKey.test(key))
  for (const part of ['linjen.claims:', 'linjen.copy:', 'linjen.crisis', 'linjen.kris:', 'linjen.refused']) {
    expect(
      keys.filter((key) => key.startsWith(part)),
      part,
    ).not.toEqual([])
  }
  for (const text of hostile) {
    await poison(page, keys, text)
    await page.goto('/dashboard/start')
    await expectPortal(page, text)
    await expect(
      page
        .getByRole('region', { name: /^(Pågående|Nästa) tjänst$/ })
        .getByText(/\d\d:\d\d/)
        .first(),
      text,
    ).toBeVisible()
    await poison(page, keys, text)
    await page.goto('/dashboard/krishantering')
    await expectPortal(page, text)
    await expect(page.getByRole('checkbox').first(), text).toBeVisible()
  }
})

test('an invalid stored sign-in leads to a new one', async ({ openAs }) => {
  test.slow()
  const page = await openAs('anna')
  await expectPortal(page, 'before')
  const keys = (await page.evaluate(() => Object.keys(localStorage))).filter((key) => signInKey.test(key))
  expect(keys).toHaveLength(1)
  for (const text of [
    ...hostile,
    '{"id_token":"å","expires_at":9e15,"profile":{"sub":"x"}}',
    '{"id_token":{},"expires_at":9e15,"profile":{"sub":{}}}',
  ]) {
    await poison(page, keys, text)
    await page.goto('/dashboard/start')
    await expect(page.getByRole('region', { name: 'Tidrapport' }), text).toBeVisible()
  }
})

const noAnswers = [[null], {}, null, 0, 'x', [{}], { items: [null] }, [{ uppdrag: [null], datum: 5 }]]

test('invalid kept answers are not shown', { tag: '@prove' }, async ({ openAs }) => {
  test.slow()
  const page = await openAs('anna')
  await page.getByRole('region', { name: 'Tidrapport' }).waitFor()
  for (const path of [
    'minauppdrag',
    'schema',
    'nyheter',
    'krishantering',
    'fordonskontroll',
    'nyavvikelse?typ=arbetsmiljo',
  ]) {
    await page.goto(`/dashboard/${path}`)
    await page.waitForLoadState('networkidle')
  }
  await expect.poll(() => copies(page).then((kept) => kept.length), { timeout: 20_000 }).toBeGreaterThan(8)
  await page.route('**/api/**', (route) => route.fulfill(serverFails))
  for (const answer of process.env.PROVE === 'full' ? noAnswers : noAnswers.slice(0, 2)) {
    await page.evaluate(spoil, answer)
    for (const path of ['start', 'minauppdrag', 'schema', 'nyheter', 'krishantering', 'fordonskontroll']) {
      await page.goto(`/dashboard/${path}`)
      await expectPortal(page, `${path} ${JSON.stringify(answer)}`)
      await expect(page.getByRole('log', { name: 'Varningar' })).not.toBeEmpty()
    }
  }
})

/** Replaces every kept answer, draft and waiting item with something else. Runs in the page. */
async function spoil(answer: unknown): Promise<void> {
  for (const [table, field] of [
    ['answers', 'answer'],
    ['drafts', 'value'],
    ['outbox', 'what'],
  ] as const) {
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open('linjen')
      opening.addEventListener('error', () => reject(opening.error ?? new Error('linjen')))
      opening.addEventListener('success', () => {
        const writing = opening.result.transaction(table, 'readwrite')
        const cursors = writing.objectStore(table).openCursor()
        cursors.addEventListener('success', () => {
          const cursor = cursors.result
          if (!cursor) return
          cursor.update({ ...cursor.value, [field]: answer })
          cursor.continue()
        })
        writing.addEventListener('complete', () => {
          opening.result.close()
          resolve()
        })
      })
    })
  }
}

test('invalid claims do not leave a white page, and the app can be reset', async ({ openAs }) => {
  const page = await openAs('anna')
  await expectPortal(page, 'before')
  for (const result of [{}, [null]]) {
    await page.unrouteAll()
    await page.route('**/api/user/profile', (route) => route.fulfill({ json: { result, timestamp: '' } }))
    // The phone's copy is used.
    await page.goto('/dashboard/start')
    await expect(page.getByRole('region', { name: 'Tidrapport' }), JSON.stringify(result)).toBeVisible()
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('linjen.claims:')) localStorage.removeItem(key)
    })
    await page.goto('/dashboard/schema')
    await expect(page.getByRole('heading', { name: 'Något gick fel.' }), JSON.stringify(result)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Återställ appen' })).toHaveAttribute('href', '/reset')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Försök igen' }).click()
    await expect(page.getByRole('heading', { name: 'Schema' })).toBeVisible()
  }
})
