import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordedErasures } from '#platform/server/erasures.ts'
import { readPortalConfig } from '../../../../app/server/config.ts'
import { eraseAgain } from '../../../../app/server/erasures/erased.ts'
import { newsImport, type NewsImport } from './import-fixture.ts'

let own: NewsImport
beforeAll(async () => {
  own = await newsImport()
})
afterAll(() => own.close())

const run: NewsImport['run'] = (...given) => own.run(...given)
const newest: NewsImport['newest'] = (...given) => own.newest(...given)

const post = (id: number, type: string, status: string, more: string) =>
  `<item><title>Post ${id}</title><guid isPermaLink="false">https://nyheter.example.se/?p=${id}</guid><dc:creator><![CDATA[redaktionen]]></dc:creator>
  <wp:post_id>${id}</wp:post_id><wp:post_type>${type}</wp:post_type><wp:status>${status}</wp:status>
  <wp:post_date_gmt>2026-11-2${id} 09:15:00</wp:post_date_gmt>${more}</item>`
const wxr = (items: string) =>
  `<?xml version="1.0" encoding="UTF-8" ?><!-- WordPress eXtended RSS --><rss version="2.0"
    xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
    xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
    <channel><title>Gamla intranätet</title><wp:wxr_version>1.2</wp:wxr_version>${items}</channel></rss>`

test('WordPress’ WXR: published posts with their paragraphs and files, nothing else', async () => {
  const exported = wxr(`
    ${post(
      1,
      'post',
      'publish',
      `<excerpt:encoded><![CDATA[Utdrag]]></excerpt:encoded><content:encoded><![CDATA[Första stycket
med radbrytning.

[caption id="x" width="300"]<img src="https://nyheter.example.se/bilder/buss.jpg" alt="B" />Bildtext[/caption]

<!-- wp:heading --><h2>Rubrik</h2><!-- /wp:heading -->
<ul><li>a</li></ul>]]></content:encoded>`,
    )}
    ${post(2, 'post', 'draft', '<content:encoded>Utkast</content:encoded>')}
    ${post(3, 'page', 'publish', '<content:encoded>Sida</content:encoded>')}
    ${post(4, 'attachment', 'inherit', '<wp:post_parent>1</wp:post_parent><wp:attachment_url>https://nyheter.example.se/filer/K%C3%B6rordning.pdf</wp:attachment_url>')}`)
  expect(await run(exported, { to: 'region:Umeå' })).toContain('Läste 1 nyhet ur Gamla intranätet.')
  const item = (await newest('anna')).find(({ title }) => title === 'Post 1')
  expect(item).toMatchObject({
    introText: '<p>Utdrag</p>',
    authorName: 'redaktionen',
    publishedDate: '2026-11-21T10:15:00',
  })
  expect(item?.newsAttachments.map(({ fileName }) => fileName)).toEqual(['Körordning.pdf'])
  expect(item?.bodyText).toMatch(
    /^<p>Första stycket<br \/>med radbrytning.<\/p>\s*<p><img data-image-id="[\w-]+" alt="B" width="300" height="200" \/>Bildtext<\/p>\s*<h2>Rubrik<\/h2>\s*<ul><li>a<\/li><\/ul>$/,
  )
})

test('WordPress’ posts with a password are left out, and counted', async () => {
  const locked = '<wp:post_password><![CDATA[hemligt]]></wp:post_password><content:encoded>Hemligt</content:encoded>'
  const printed = await run(
    wxr(post(5, 'post', 'publish', locked) + post(6, 'post', 'publish', '<wp:post_password></wp:post_password>')),
    { to: 'region:Umeå' },
  )
  expect(printed).toContain('Läste 1 nyhet ur Gamla intranätet.')
  expect(printed).toContain('1 inlägg som skyddas av lösenord utelämnades.')
  const titles = (await newest('anna')).map(({ title }) => title)
  expect(titles).toContain('Post 6')
  expect(titles).not.toContain('Post 5')
})

test('WordPress’ gallery comes with its pictures, and a picture of the text only once', async () => {
  const attached = (id: number, parent: number) =>
    post(
      id,
      'attachment',
      'inherit',
      `<wp:post_parent>${parent}</wp:post_parent><wp:attachment_url>https://nyheter.example.se/bilder/buss.jpg</wp:attachment_url>`,
    )
  own.site.served.set('https://nyheter.example.se/bilder/buss-300x200.jpg', { body: own.jpeg, type: 'image/jpeg' })
  const small = '<![CDATA[Här <img src="https://nyheter.example.se/bilder/buss-300x200.jpg">]]>'
  await run(
    wxr(
      post(7, 'post', 'publish', '<content:encoded>Bilder [gallery]</content:encoded>') +
        attached(8, 7) +
        post(9, 'post', 'publish', `<content:encoded>${small}</content:encoded>`) +
        attached(1, 9),
    ),
    { to: 'region:Umeå' },
  )
  const items = await newest('anna')
  const pictures = (id: number) => items.find(({ title }) => title === `Post ${id}`)?.bodyText.match(/data-image-id/g)
  expect([pictures(7), pictures(9)]).toEqual([['data-image-id'], ['data-image-id']])
})

test('WordPress’ posts are listed with the last of the export first, as it writes the oldest first', async () => {
  const undated = (id: number) =>
    post(id, 'post', 'publish', '').replace(/<wp:post_date_gmt>.*<\/wp:post_date_gmt>/, '')
  await run(wxr(undated(31) + undated(32)), { to: 'region:Umeå' })
  const listed = (await newest('anna')).map(({ title }) => title)
  expect(listed.indexOf('Post 32')).toBe(listed.indexOf('Post 31') - 1)
})

describe('a post that is withdrawn in WordPress', () => {
  const files =
    '<wp:post_parent>41</wp:post_parent><wp:attachment_url>https://nyheter.example.se/filer/K%C3%B6rordning.pdf</wp:attachment_url>'
  const exported = (status: string, more = '') =>
    wxr(post(41, 'post', status, more) + post(42, 'attachment', 'inherit', files) + post(43, 'post', 'publish', ''))
  const to = { to: 'region:Umeå' }
  const shown = async () => (await newest('anna')).filter(({ title }) => ['Post 41', 'Post 43'].includes(title))
  const first = async () => (await shown()).find(({ title }) => title === 'Post 41')
  const oneGoes = '1 nyhet tas bort, med kommentarer och filer.'

  test.each([
    ['private', ''],
    ['draft', ''],
    ['publish', '<wp:post_password>hemligt</wp:post_password>'],
  ])('goes here too, with its comments and files: %s %s', async (status, more) => {
    await run(exported('publish'), to)
    const { id, newsAttachments } = (await first())!
    const send = (userName: string, path: string, body: object) =>
      own.portal.send(userName, 'POST', `/api/nyheter/${path}`, { body })
    const { body } = await send('anna', 'addcomment', { bodyText: 'Tack!', newsItemId: id })
    await send('amina', 'anmalkommentar', { kommentarId: body.result.id, anledning: 'Hör inte hit' })
    expect(await run(exported(status, more), { ...to, dryRun: true })).toContain(oneGoes)
    expect(await shown()).toHaveLength(2)
    expect(await run(exported(status, more), to)).toContain(oneGoes)
    expect((await shown()).map(({ title }) => title)).toEqual(['Post 43'])
    expect(await run(exported(status, more), to)).not.toContain(oneGoes)
    expect((await own.portal.send('anna', 'GET', newsAttachments[0]!.fileUrl)).status).toBe(404)
    const { rows } = (await own.portal.send('klara', 'GET', '/api/kontor/arenden/kommentarer/lista?vy=oppna')).body
      .result
    expect(rows.map(({ title }: { title: string }) => title)).toContain('Kommentaren finns inte längre')
  })

  test('is not brought back by a restore, unlike another item with its id', async () => {
    const { db } = own.portal
    await run(exported('publish'), to)
    const { id } = (await first())!
    const { rows } = await sql<{ item: object }>`select to_json(i) as item from news_items i where id = ${id}`.execute(
      db,
    )
    await run(exported('private'), to)
    const erased = (await recordedErasures(db)).map((erasure) => ({ ...erasure, keptIn: null }))
    expect(JSON.stringify(erased)).not.toContain('nyheter.example.se')
    const restored = async (guid: object) => {
      await sql`delete from erasures`.execute(db)
      await sql`
        insert into news_items overriding system value
        select * from json_populate_record(null::news_items, ${JSON.stringify({ ...rows[0]!.item, ...guid })}::json)`.execute(
        db,
      )
      await eraseAgain(
        { db, clock: () => own.portal.clock.now, config: readPortalConfig({ NODE_ENV: 'test' }) },
        erased,
      )
      return (await first())?.id
    }
    expect(await restored({})).toBeUndefined()
    expect(await restored({ guid: 'another' })).toBe(id)
    await sql`delete from news_items where id = ${id}`.execute(db)
  })
})

test('an export of a site that has been closed takes nothing away by itself', async () => {
  const items = (status: string) => wxr(post(61, 'post', status, '') + post(62, 'post', status, ''))
  const to = { to: 'region:Umeå' }
  const shown = async () => (await newest('anna')).filter(({ title }) => ['Post 61', 'Post 62'].includes(title)).length
  await run(items('publish'), to)
  for (const dryRun of [true, false])
    await expect(run(items('private'), { ...to, dryRun })).rejects.toThrow(
      'Exporten har inga publicerade nyheter, och 2 av dem i portalen är inte längre publicerade där. Ingenting har ändrats. Ska de bort också här: --remove.',
    )
  expect(await shown()).toBe(2)
  await run(items('private'), { ...to, remove: true })
  expect(await shown()).toBe(0)
})

test('a post of which there is a draft with the same guid stays', async () => {
  const twice = wxr(post(71, 'post', 'publish', '') + post(71, 'post', 'draft', '') + post(72, 'post', 'publish', ''))
  const idOf = async () => (await newest('anna')).find(({ title }) => title === 'Post 71')?.id
  await run(twice, { to: 'region:Umeå' })
  const first = await idOf()
  await run(twice, { to: 'region:Umeå' })
  expect([first, await idOf()]).toEqual([expect.any(Number), first])
})

test('the items of a file are removed from one channel by --remove', async () => {
  const items = wxr(post(51, 'post', 'publish', '') + post(52, 'post', 'publish', ''))
  for (const to of ['region:Umeå', 'koncern']) await run(items, { to })
  const titles = async (list: string) => (await newest('anna', list)).map(({ title }) => title)
  const one = wxr(post(51, 'post', 'publish', ''))
  expect(await run(one, { to: 'koncern', remove: true, dryRun: true })).toContain(
    '1 nyhet tas bort, med kommentarer och filer.',
  )
  expect(await titles('getkoncern')).toContain('Post 51')
  expect((await run(one, { to: 'koncern', remove: true })).at(-1)).toBe('Klart.')
  expect(await titles('getkoncern')).toContain('Post 52')
  expect(await titles('getkoncern')).not.toContain('Post 51')
  expect(await titles('getregion')).toEqual(expect.arrayContaining(['Post 51', 'Post 52']))
  expect(await run(one, { to: 'koncern', remove: true })).toContain('0 nyheter tas bort, med kommentarer och filer.')
})
