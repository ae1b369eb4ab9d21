import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordedErasures } from '#platform/server/erasures.ts'
import { readPortalConfig } from '../../../app/server/config.ts'
import { eraseAgain } from '../../../app/server/erasures/erased.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { testPayslipKey } from '../../../app/server/test-template.ts'
import type { NewsComment } from '../contract.ts'
import { publish, type IncomingItem } from './publish.ts'
import { pageOf } from './pages.ts'
import type { Channel } from './store.ts'

let portal: TestPortal
let folder: string
let platform: Parameters<typeof publish>[0] & Parameters<typeof eraseAgain>[0]
const ids = { umea: 0, skelleftea: 0, boras: 0, group: 0 }

const umea: Channel = { company: 'norr', area: 'Umeå' }
const picture = { jpeg: Buffer.from('jpeg'), width: 640, height: 360 }

function item(guid: string, more: Partial<IncomingItem> = {}): IncomingItem {
  return {
    guid,
    contentHash: guid,
    title: `Rubrik ${guid}`,
    intro: '',
    body: `<p>Text ${guid}</p>`,
    base: null,
    authorName: 'Klara Burman',
    publishedAt: portal.clock.now,
    pictures: new Map(),
    attachments: [],
    ...more,
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-news-'))
  portal = await testPortal({ DATA_DIR: folder })
  const config = readPortalConfig({ NODE_ENV: 'test', DATA_DIR: folder, PAYSLIP_KEY: testPayslipKey })
  platform = { db: portal.db, clock: () => portal.clock.now, config }
  ids.umea = await publish(
    platform,
    umea,
    item('umea', {
      body: '<h1>Halka</h1><p>Se <b>bilden</b>.</p><img src="https://a.example/b.png" alt="Väg"><img src="https://a.example/t.gif">',
      pictures: new Map([['https://a.example/b.png', picture]]),
      attachments: [{ fileName: 'Körordning åäö.pdf', bytes: Buffer.from('%PDF') }],
    }),
  )
  ids.skelleftea = await publish(platform, { company: 'norr', area: 'Skellefteå' }, item('skelleftea'))
  ids.boras = await publish(platform, { company: 'vast', area: 'Borås' }, item('boras'))
  ids.group = await publish(platform, 'group', item('group'))
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (userName: string, path: string) => portal.send(userName, 'GET', `/api/nyheter/${path}`)
const titlesOf = async (userName: string, list: string) =>
  (await get(userName, `${list}?page=0&compact=true`)).body.result.items.map(({ title }: { title: string }) => title)
const comments = async (userName: string, newsId: number): Promise<NewsComment[]> =>
  (await get(userName, `getcomments?newsId=${newsId}`)).body.result
const add = (userName: string, bodyText: string, newsItemId = ids.umea, headers: Record<string, string> = {}) =>
  portal.send(userName, 'POST', '/api/nyheter/addcomment', { body: { bodyText, newsItemId }, headers })
const change = (userName: string, body: unknown) => portal.send(userName, 'POST', '/api/nyheter/savecomment', { body })
const remove = (userName: string, id: number | string) =>
  portal.send(userName, 'DELETE', `/api/nyheter/deletecomment?commentId=${id}`)

describe('lists', () => {
  test('a region’s news reaches its own area of its own company; the group’s reaches everybody', async () => {
    expect(await titlesOf('anna', 'getregion')).toContain('Rubrik umea')
    expect(await titlesOf('marika', 'getregion')).toContain('Rubrik skelleftea')
    expect(await titlesOf('gunilla', 'getregion')).toContain('Rubrik boras')
    expect(await titlesOf('marika', 'getregion')).not.toContain('Rubrik umea')
    expect(await titlesOf('ida', 'getregion')).not.toContain('Rubrik umea')
    for (const userName of ['anna', 'gunilla', 'ida', 'jonas'])
      expect(await titlesOf(userName, 'getkoncern')).toContain('Rubrik group')
  })

  test('another company’s area of the same name is a different area, and without an area there is no news', async () => {
    const claim = sql`type = 'IntraCompanyArea' and employee_id = (select id from employees where user_name = 'ali')`
    await sql`update employee_claims set value = 'Umeå' where ${claim}`.execute(portal.db)
    expect((await get('ali', 'getregion?page=0')).body.result).toEqual({ items: [], totalRecords: 0 })
    expect((await get('ali', `getregion/${ids.umea}`)).status).toBe(404)
    expect((await get('ali', `getcomments?newsId=${ids.umea}`)).status).toBe(404)
    expect((await add('ali', 'Hej')).status).toBe(404)
    await sql`delete from employee_claims where ${claim}`.execute(portal.db)
    portal.clock.now = new Date(portal.clock.now.getTime() + 31_000)
    expect((await get('ali', 'getregion?page=0')).body.result).toEqual({ items: [], totalRecords: 0 })
    expect((await get('ali', 'getkoncern?page=0')).body.result.totalRecords).toBeGreaterThan(0)
  })

  test('compact leaves out body and attachments', async () => {
    const first = (path: string) => get('anna', path).then(({ body }) => body.result.items[0])
    const compact = await first('getregion?page=0&compact=true')
    expect(compact).toEqual({
      id: ids.umea,
      title: 'Rubrik umea',
      introText: '<p>Se bilden.</p>',
      publishedDate: '2026-11-21T12:00:00',
      authorName: 'Klara Burman',
    })
    const whole = (await get('anna', `getregion/${ids.umea}`)).body.result
    expect(await first('getregion?page=0')).toEqual(whole)
    expect(await first('getregion?page=0&compact=false')).toEqual(whole)
  })

  test('five per page, newest first, each once, with the total, also on distant pages', async () => {
    await sql`
      insert into news_items (channel_id, guid, content_hash, title, intro, body, author_name, published_at)
      select (select id from news_channels where area = 'Skellefteå'), 'generated-' || n, '', 'Äldre ' || n, '', '', '',
        timestamptz '2010-01-01' + n * interval '1 hour' from generate_series(1, 2103) n`.execute(portal.db)
    const channel = { company: 'norr', area: 'Skellefteå' }
    const page = (n: number) => pageOf(portal.db, channel, { page: n, compact: true })
    const { total } = await page(0)
    expect(total).toBeGreaterThanOrEqual(2104)
    const pages = Math.ceil(total / 5)
    const seen: number[] = []
    for (let n = 0; n < pages; n++) {
      const found = await page(n)
      expect([n, found.total, found.items.length]).toEqual([n, total, n < pages - 1 ? 5 : total - 5 * (pages - 1)])
      seen.push(...found.items.map(({ id }) => id))
    }
    expect(new Set(seen).size).toBe(total)
    const asked = async (n: number) => (await get('marika', `getregion?page=${n}&compact=true`)).body.result
    expect((await asked(pages - 1)).items.at(-1).title).toBe('Äldre 1')
    expect((await asked(0)).items[0].title).toBe('Rubrik skelleftea')
    for (const n of [pages, pages + 300, 999_999]) expect(await asked(n)).toEqual({ items: [], totalRecords: total })
    // Pages after a known cursor also show items that are added or moved afterwards.
    const farther = 300
    const atPage = await page(farther)
    await sql`
      insert into news_items (channel_id, guid, content_hash, title, intro, body, author_name, published_at)
      select channel_id, 'generated-new', '', 'Nyast', '', '', '', now() from news_items where guid = 'generated-1'`.execute(
      portal.db,
    )
    expect((await page(farther)).items.slice(1)).toEqual(atPage.items.slice(0, 4))
    await sql`update news_items set published_at = '2001-01-01' where guid = 'generated-new'`.execute(portal.db)
    expect((await page(farther)).items).toEqual(atPage.items)
    await sql`delete from news_items where guid like 'generated-%'`.execute(portal.db)
    expect((await page(0)).total).toBe(total - 2103)
  })

  test.each(['', '?page=', '?page=-1', '?page=x', '?page=1.5', '?page=0&page=1', '?page=0&compact=1', '?page=9999999'])(
    'refuses getregion%s',
    async (query) => {
      for (const list of ['getregion', 'getkoncern']) expect((await get('anna', list + query)).status).toBe(400)
    },
  )
})

describe('one item', () => {
  test('has a sanitised body, its pictures by id and its attachments', async () => {
    const { bodyText, newsAttachments, ...rest } = (await get('anna', `getregion/${ids.umea}`)).body.result
    expect(rest).toMatchObject({ id: ids.umea, title: 'Rubrik umea', authorName: 'Klara Burman' })
    expect(bodyText).toMatch(
      /^<h2>Halka<\/h2><p>Se <b>bilden<\/b>.<\/p><img data-image-id="[\w-]{43}" alt="Väg" width="640" height="360" \/>$/,
    )
    expect(newsAttachments).toEqual([
      { fileUrl: expect.stringMatching(/^\/dokument\//), fileName: 'Körordning åäö.pdf', fileExtension: 'pdf' },
    ])
    const filurl = encodeURIComponent(newsAttachments[0].fileUrl)
    const file = await portal.send('anna', 'GET', `/api/spcommon/downloadfile?filurl=${filurl}`)
    expect(Buffer.from(file.body.result, 'base64').toString()).toBe('%PDF')
    for (const foreign of ['marika', 'gunilla'])
      expect((await portal.send(foreign, 'GET', `/api/spcommon/downloadfile?filurl=${filurl}`)).status).toBe(404)
    const imageId = /data-image-id="([^"]+)"/.exec(bodyText)?.[1]
    expect((await get('anna', `getimage/${imageId}`)).body.result).toEqual({
      imageId,
      contentType: 'image/jpeg',
      data: picture.jpeg.toString('base64'),
    })
    for (const foreign of ['marika', 'gunilla']) expect((await get(foreign, `getimage/${imageId}`)).status).toBe(404)
    // An attachment is not a picture.
    expect((await get('anna', `getimage/${newsAttachments[0].fileUrl.split('/')[2]}`)).status).toBe(404)
  })

  test('is sanitised again when it is sent', async () => {
    await sql`
      update news_items set body = '<p onclick="x()">Hej</p><script>x()</script>', intro = '<img src=x onerror=x()>Hej'
      where id = ${ids.group}`.execute(portal.db)
    const sent = (await get('anna', `getkoncern/${ids.group}`)).body.result
    expect([sent.bodyText, sent.introText]).toEqual(['<p>Hej</p>', 'Hej'])
  })

  test('one of another company, of another list and an absent one are the same 404', async () => {
    const answers = await Promise.all(
      [`getregion/${ids.boras}`, `getregion/${ids.group}`, `getkoncern/${ids.umea}`, 'getkoncern/999999999'].map(
        (path) => get('anna', path),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(new Set(answers.map(({ body }) => body.errorMessage)).size).toBe(1)
    for (const bad of ['0', '-1', 'x', '1e3', '1'.repeat(16)])
      expect((await get('anna', `getregion/${bad}`)).status).toBe(400)
  })

  test.each([
    '1',
    '..%2f..%2fcontrol.key',
    '%2e%2e',
    '%00',
    'a'.repeat(43),
    '%5c%5cserver%5cshare',
    'http:%2f%2f127.0.0.1',
  ])('image %s does not exist', async (imageId) => expect((await get('anna', `getimage/${imageId}`)).status).toBe(404))

  test('is replaced when imported again, with other files, and keeps its comments', async () => {
    const first = await publish(
      platform,
      'group',
      item('again', { attachments: [{ fileName: 'a.pdf', bytes: Buffer.from('a') }] }),
    )
    await add('anna', 'Kvar', first)
    const again = await publish(platform, 'group', item('again', { title: 'Ny rubrik', body: '<p>Ny</p>' }))
    expect(again).toBe(first)
    expect((await get('anna', `getkoncern/${first}`)).body.result).toMatchObject({
      title: 'Ny rubrik',
      introText: '<p>Ny</p>',
      newsAttachments: [],
    })
    expect((await comments('anna', first)).map(({ bodyText }) => bodyText)).toEqual(['Kvar'])
    const { rows } = await sql`select 1 from documents where file_name = 'a.pdf'`.execute(portal.db)
    expect(rows).toEqual([])
  })

  test('loses the files that were replaced again after a restore', async () => {
    const attached = (bytes: string) =>
      item('restored', { attachments: [{ fileName: 'b.pdf', bytes: Buffer.from(bytes) }] })
    const id = await publish(platform, 'group', attached('first'))
    const file = async () => (await get('anna', `getkoncern/${id}`)).body.result.newsAttachments[0].fileUrl as string
    const download = async (filurl: string) =>
      (await portal.send('anna', 'GET', `/api/spcommon/downloadfile?filurl=${encodeURIComponent(filurl)}`)).status
    const first = await file()
    // What a backup has of it.
    const { rows } = await sql<{ document: object; file: object }>`
      select to_json(d) as document, to_json(f) as file from documents d join news_files f on f.document_id = d.id
      where f.item_id = ${id}`.execute(portal.db)
    await publish(platform, 'group', attached('second'))
    const second = await file()
    const erased = (await recordedErasures(portal.db)).map((erasure) => ({ ...erasure, keptIn: null }))

    await sql`delete from erasures`.execute(portal.db)
    for (const row of rows) {
      await sql`
        insert into documents select * from json_populate_record(null::documents, ${JSON.stringify(row.document)}::json)`.execute(
        portal.db,
      )
      await sql`
        insert into news_files select * from json_populate_record(null::news_files, ${JSON.stringify(row.file)}::json)`.execute(
        portal.db,
      )
    }
    expect([await download(first), await download(second)]).toEqual([200, 200])
    await eraseAgain(platform, erased)
    expect([await download(first), await download(second)]).toEqual([404, 200])
  })
})

describe('comments', () => {
  test('are added, listed, changed and removed by their author', async () => {
    const { status, body } = await add('anna', '  Tack!\nBra skrivet.  ')
    expect(status).toBe(200)
    expect(body.result).toEqual({
      id: expect.any(Number),
      bodyText: 'Tack!\nBra skrivet.',
      newsItemId: ids.umea,
      authorName: 'Anna Lindgren',
      createdDate: expect.stringMatching(/^2026-11-21T12:0\d:\d\d$/),
      canEdit: true,
    })
    const { id } = body.result
    expect((await comments('anna', ids.umea))[0]).toEqual(body.result)
    expect((await comments('cecilia', ids.umea))[0]).toEqual({ ...body.result, canEdit: false })
    const changed = await change('anna', { id, bodyText: ' Ändrat ', newsItemId: ids.umea })
    expect(changed.body.result).toEqual({ ...body.result, bodyText: 'Ändrat' })
    expect((await comments('cecilia', ids.umea))[0]?.bodyText).toBe('Ändrat')
    expect((await remove('anna', id)).body.result).toBe(true)
    expect((await comments('anna', ids.umea)).map((comment) => comment.id)).not.toContain(id)
    expect((await remove('anna', id)).status).toBe(404)
  })

  test('cannot be changed or removed by anybody else, or moved to another item', async () => {
    const { id } = (await add('anna', 'Min')).body.result
    const before = await comments('anna', ids.umea)
    for (const userName of ['cecilia', 'marika', 'gunilla']) {
      expect((await change(userName, { id, bodyText: 'Kapad', newsItemId: ids.umea })).status).toBe(404)
      expect((await remove(userName, id)).status).toBe(404)
    }
    expect((await change('anna', { id, bodyText: 'x', newsItemId: ids.group })).status).toBe(404)
    expect(await comments('anna', ids.umea)).toEqual(before)
  })

  test('are their author’s also after a move to another area, and nothing else there is', async () => {
    const [{ id }, { id: other }] = [
      (await add('omar', 'Skriven före flytten')).body.result,
      (await add('omar', 'Också skriven före flytten')).body.result,
    ]
    await add('amina', 'En kollegas')
    const area = sql`type = 'IntraCompanyArea' and employee_id = (select id from employees where user_name = 'omar')`
    await sql`update employee_claims set value = 'Skellefteå' where ${area}`.execute(portal.db)
    expect((await get('omar', `getregion/${ids.umea}`)).status).toBe(404)
    expect((await comments('omar', ids.umea)).map((comment) => comment.id)).toEqual([other, id])
    const changed = await change('omar', { id, newsItemId: ids.umea, bodyText: 'Ändrad efter flytten' })
    expect([changed.status, changed.body.result?.bodyText]).toEqual([200, 'Ändrad efter flytten'])
    expect((await add('omar', 'Ny')).status).toBe(404)
    expect((await change('marika', { id, newsItemId: ids.umea, bodyText: 'x' })).status).toBe(404)
    expect((await remove('marika', id)).status).toBe(404)
    for (const own of [id, other]) expect((await remove('omar', own)).status).toBe(200)
    expect((await get('omar', `getcomments?newsId=${ids.umea}`)).status).toBe(404)
    await sql`update employee_claims set value = 'Umeå' where ${area}`.execute(portal.db)
  })

  test('on items that the employee may not see can be neither read nor written', async () => {
    for (const newsId of [ids.boras, ids.skelleftea, 999_999_999]) {
      expect((await get('anna', `getcomments?newsId=${newsId}`)).status).toBe(404)
      expect((await add('anna', 'Hej', newsId)).status).toBe(404)
    }
    expect((await add('gunilla', 'Hej från Väst', ids.group)).status).toBe(200)
    expect((await comments('ida', ids.group)).map(({ authorName }) => authorName)).toContain('Gunilla Svensson')
  })

  test.each(['', '   ', '\n\t', 'x'.repeat(401)])('%j is refused with the specified message', async (bodyText) => {
    const words = { bodyText: ['Kommentar får inte vara tomt och inte överskrida 400 tecken'] }
    const refusal = await add('anna', bodyText)
    expect([refusal.status, refusal.body.modelState]).toEqual([400, words])
    const { id } = (await add('anna', 'Står kvar')).body.result
    expect((await change('anna', { id, bodyText, newsItemId: ids.umea })).body.modelState).toEqual(words)
    expect((await comments('anna', ids.umea))[0]?.bodyText).toBe('Står kvar')
  })

  test('may have 400 characters after trimming, and are stored as they were typed', async () => {
    const bodyText = `<b>"å' & 😀</b>${'x'.repeat(400 - 15)}`
    expect(bodyText.length).toBe(400)
    expect((await add('anna', `  ${bodyText}\n`)).body.result.bodyText).toBe(bodyText)
  })

  test.each([
    { newsItemId: 1 },
    { bodyText: 'x' },
    { bodyText: 'a\u0000b', newsItemId: 1 },
    { bodyText: '\ud800', newsItemId: 1 },
    { bodyText: 'x', newsItemId: '1' },
    { bodyText: 'x', newsItemId: 1.5 },
    { bodyText: 'x', newsItemId: -1 },
    { bodyText: 'x', newsItemId: 1, authorName: 'VD' },
  ])('refuses %j', async (body) => {
    expect((await portal.send('anna', 'POST', '/api/nyheter/addcomment', { body })).status).toBe(400)
    expect((await change('anna', { id: 1, ...body })).status).toBe(400)
  })

  test('the same one 20 times at once gives one comment and one answer', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(Array.from({ length: 20 }, () => add('anna', 'Bara en', ids.umea, headers)))
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body.result]))).size).toBe(1)
    const found = (await comments('anna', ids.umea)).filter(({ bodyText }) => bodyText === 'Bara en')
    expect(found.length).toBe(1)
  })

  test('are returned 200 at a time, newest first', async () => {
    await sql`
      insert into news_comments (item_id, author_id, body, created_at)
      select ${ids.skelleftea}, null, 'nr ' || n, now() from generate_series(1, 203) n`.execute(portal.db)
    const first = await comments('marika', ids.skelleftea)
    expect([first.length, first[0]?.bodyText, first[0]?.authorName]).toEqual([200, 'nr 203', 'Tidigare anställd'])
    const second = (await get('marika', `getcomments?newsId=${ids.skelleftea}&page=1`)).body.result
    expect(second.map(({ bodyText }: NewsComment) => bodyText)).toEqual(['nr 3', 'nr 2', 'nr 1'])
  })

  test.each(['', '0', 'x', '-1', '1e9', '1&commentId=2'])('deletecomment?commentId=%s is refused', async (id) => {
    expect((await remove('anna', id)).status).toBe(400)
  })
})

test('needs NewsEnabled', async () => {
  for (const path of [
    'getregion?page=0',
    'getkoncern?page=0',
    `getkoncern/${ids.group}`,
    'getimage/x',
    'getcomments?newsId=1',
  ])
    expect([path, (await get('bertil', path)).status]).toEqual([path, 403])
  expect((await add('bertil', 'x')).status).toBe(403)
  expect((await change('bertil', { id: 1, bodyText: 'x', newsItemId: 1 })).status).toBe(403)
  expect((await remove('bertil', 1)).status).toBe(403)
})
