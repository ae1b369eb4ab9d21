import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { HitGroup } from '../../areas/search/contract.ts'
import { makeFile } from '#core/documents/server/demo/file.ts'
import { documentsWith } from '#core/documents/server/index.ts'
import { documentStore, storedDocuments } from '#core/documents/server/store.ts'
import { shelfPortal, type ShelfPortal } from '#core/documents/server/shelves/shelf-fixture.ts'
import type { Reach } from '#core/documents/server/shelves/shelf.ts'
import { digestOf, fillShelf } from '#core/documents/server/shelves/store.ts'
import { publish } from '../../areas/news/server/publish.ts'
import { keepRecentWords } from '../../areas/news/server/recent-words.ts'
import type { Channel } from '../../areas/news/server/store.ts'
import { readDueTexts } from '#core/documents/server/shelves/read-texts.ts'
import { blobStore } from '#platform/server/blobs/blobs.ts'
import { NotRead } from '#platform/server/files/file-fault.ts'
import { asQuery, searchedFor } from '#platform/server/search.ts'
import { payloads } from '../../areas/deviations/server/payloads-fixture.ts'

let own: ShelfPortal
beforeAll(async () => {
  own = await shelfPortal()
  // Without the demo's texts, in which a word of a test may occur.
  await sql`delete from news_items`.execute(own.portal.db)
  await sql`delete from documents`.execute(own.portal.db)
})
afterAll(() => own.close())

const ask = (userName: string, q: string, host?: string) =>
  own.portal.send(userName, 'GET', `/api/sok?q=${encodeURIComponent(q)}`, { host })
const found = async (userName: string, q: string): Promise<HitGroup[]> => (await ask(userName, q)).body.result.grupper
/** The headings of one kind's hits. */
const headings = async (userName: string, q: string, kind: string) =>
  (await found(userName, q)).find(({ slag }) => slag === kind)?.traffar.map(({ rubrik }) => rubrik) ?? []

let count = 0
const addNews = (channel: Channel, title: string, body = '', daysAgo = 0) =>
  publish(own.platform, channel, {
    guid: `sok-${++count}`,
    contentHash: 'a',
    title,
    intro: '',
    body: `<p>${body || title}</p>`,
    base: null,
    authorName: 'Klara Burman',
    publishedAt: new Date(own.portal.clock.now.getTime() - daysAgo * 86_400_000),
    pictures: new Map(),
    attachments: [],
  })

async function addDocument(company: string, shelf: string, reach: Reach, fileName: string, text: string) {
  const dated = new Date('2026-03-02T09:00:00Z')
  const paper = { title: 'Dokument', author: 'Bolaget', dated, sections: [{ paragraphs: [text] }] }
  const bytes = await makeFile(fileName, paper)
  const item = { fileName, reach, dated, digest: digestOf(bytes), read: async () => bytes }
  await fillShelf(own.platform, { company, shelf }, { items: [item] })
}

const umea: Channel = { company: 'norr', area: 'Umeå' }
const everyone: Reach = { of: 'company' }

describe('news', () => {
  beforeAll(async () => {
    await addNews(umea, 'Bromsfel på fyra bussar', 'Verkstaden byter beläggen.', 1)
    await addNews('group', 'Nytt i verkstaden', 'Bromsarna provas varje måndag, och R&amp;D tar fram en plan.', 2)
    await addNews(umea, 'ÖPPET HUS i Ånäset', 'Ät en våffla med oss.', 3)
  })

  test('is found by the beginning of a word, its stem, a part of the word as typed, and in capitals', async () => {
    const all = ['Bromsfel på fyra bussar', 'Nytt i verkstaden']
    expect(await headings('anna', 'broms', 'Nyheter')).toEqual(all)
    expect(await headings('anna', 'bromsar', 'Nyheter')).toEqual(all)
    // This word has another stem than 'bromsarna'. It is found as written.
    expect(await headings('anna', 'BROMSARN', 'Nyheter')).toEqual(['Nytt i verkstaden'])
    expect(await headings('anna', 'öppet ånäs', 'Nyheter')).toEqual(['ÖPPET HUS i Ånäset'])
    expect(await headings('anna', 'våfflor', 'Nyheter')).toEqual(['ÖPPET HUS i Ånäset'])
    expect(await headings('anna', 'oppet', 'Nyheter')).toEqual([])
  })

  test('is found although its letters are written as letter and sign, as macOS does', async () => {
    await addNews(umea, 'Fikabröd på Ålö'.normalize('NFD'), 'Kärleksmums')
    expect(await headings('anna', 'fikabröd ålö', 'Nyheter')).toHaveLength(1)
  })

  test('must have every word, and is not found by its markup', async () => {
    expect(await headings('anna', 'verkstaden bromsfel', 'Nyheter')).toEqual(['Bromsfel på fyra bussar'])
    expect(await headings('anna', 'verkstaden bromsfel hockey', 'Nyheter')).toEqual([])
    expect(await headings('anna', 'amp', 'Nyheter')).toEqual([])
  })

  test('has the words in its title first, then the newest, at most five', async () => {
    for (let day = 10; day < 17; day++) await addNews(umea, `Rapport ${day}`, 'Om vinterdäck.', day)
    await addNews(umea, 'Vinterdäck är på', '', 40)
    expect(await headings('anna', 'vinterdäck', 'Nyheter')).toEqual([
      'Vinterdäck är på',
      'Rapport 10',
      'Rapport 11',
      'Rapport 12',
      'Rapport 13',
    ])
  })

  test('older ones are looked through when they are asked for', async () => {
    const { db } = own.portal
    await addNews(umea, 'Vajrar och trossar', '', 60)
    for (let day = 20; day < 28; day++) await addNews(umea, `Vajer ${day}`, 'Om vajrar.', day)
    // The rarer word is in as many recent items as are shown, and no item has both words.
    for (let day = 2; day < 7; day++) await addNews(umea, `Trosse ${day}`, 'Om trossar.', day)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from news_items i join news_channels c on c.id = i.channel_id where c.area = 'Umeå'`.execute(
      db,
    )
    await keepRecentWords(db, Math.floor(rows[0]!.count / 1.2))
    const ask = async (aldre: string) => {
      const { body } = await own.portal.send('anna', 'GET', `/api/sok?q=vajrar%20trossar${aldre}`)
      return body.result.grupper
    }
    expect(await ask('')).toEqual([{ slag: 'Nyheter', traffar: [], aldre: true }])
    expect(await ask('&aldre=false')).toEqual(await ask(''))
    expect(await ask('&aldre=true')).toMatchObject([{ slag: 'Nyheter', traffar: [{ rubrik: 'Vajrar och trossar' }] }])
    expect((await ask('&aldre=true'))[0]).not.toHaveProperty('aldre')
    expect((await own.portal.send('anna', 'GET', '/api/sok?q=vajrar&aldre=ja')).status).toBe(400)
    await sql`delete from news_recent`.execute(db)
  })

  test('says where it is, when it was written and how it begins', async () => {
    const id = await addNews(umea, 'Kaffemaskinen', 'Den är lagad nu.')
    const [group] = await found('anna', 'kaffemaskin')
    expect(group).toEqual({
      slag: 'Nyheter',
      traffar: [
        { rubrik: 'Kaffemaskinen', utdrag: 'Den är lagad nu.', datum: '2026-11-21', vag: `nyheter/region/${id}` },
      ],
    })
  })

  test('says no more than two lines of how it begins, be it one long address', async () => {
    const id = await addNews(umea, 'Blanketten', 'Se ovan.')
    const address = `https://exempel.se/${'blankett/'.repeat(60)}`
    await sql`update news_items set intro = ${`<p>${address}</p>`} where id = ${id}`.execute(own.portal.db)
    const [group] = await found('anna', 'blanketten')
    expect(group?.traffar[0]?.utdrag).toBe(`${address.slice(0, 140)}\u{a0}…`)
  })

  test('is found by its new words when it is changed, and no longer when it is gone', async () => {
    const id = await addNews(umea, 'Gamla paraplyet')
    await sql`update news_items set title = 'Nya kompassen', body = '', intro = '' where id = ${id}`.execute(
      own.portal.db,
    )
    expect(await headings('anna', 'paraply', 'Nyheter')).toEqual([])
    expect(await headings('anna', 'kompass', 'Nyheter')).toEqual(['Nya kompassen'])
    await sql`delete from news_items where id = ${id}`.execute(own.portal.db)
    expect(await headings('anna', 'kompass', 'Nyheter')).toEqual([])
  })
})

describe('documents', () => {
  test('are found by their name at once, and by their text when it has been read', async () => {
    await addDocument('norr', 'policy', everyone, 'Rutin för cykelställ.pdf', 'Lås fast hjulet. Pumpen finns på depån.')
    await addDocument(
      'norr',
      'crisis',
      { of: 'area', area: 'Umeå' },
      'Utrymning.docx',
      'Samlingen är vid flaggstången.',
    )
    expect(await headings('anna', 'cykel', 'Policy & Rutiner')).toEqual(['Rutin för cykelställ'])
    expect(await found('anna', 'pumpen')).toEqual([])
    await readDueTexts(own.platform)
    expect(await found('anna', 'pump')).toEqual([
      {
        slag: 'Policy & Rutiner',
        traffar: [
          {
            rubrik: 'Rutin för cykelställ',
            utdrag: 'Policy & Rutiner · PDF',
            datum: '2026-03-02',
            vag: 'policy?visa=Rutin%20f%C3%B6r%20cykelst%C3%A4ll.pdf',
          },
        ],
      },
    ])
    expect(await headings('anna', 'flaggstång', 'Krisdokument')).toEqual(['Utrymning'])
    expect(await headings('anna', 'utrymning', 'Krisdokument')).toEqual(['Utrymning'])
    // A name is also found by the second part of a compound, but not by its ending.
    expect(await headings('anna', 'ställ', 'Policy & Rutiner')).toEqual(['Rutin för cykelställ'])
    expect(await headings('anna', 'rutin STÄLL', 'Policy & Rutiner')).toEqual(['Rutin för cykelställ'])
    expect(await headings('anna', 'st', 'Policy & Rutiner')).toEqual([])
  })

  test('are read when the store of files is back, however long it was away', async () => {
    await addDocument('norr', 'policy', everyone, 'Städning.pdf', 'Moppen hänger i förrådet.')
    const away = vi.spyOn(blobStore(own.platform.config), 'read').mockRejectedValue(new NotRead(new Error('away')))
    for (let times = 0; times < 3; times++) await expect(readDueTexts(own.platform)).rejects.toBeInstanceOf(NotRead)
    away.mockRestore()
    await readDueTexts(own.platform)
    expect(await headings('anna', 'moppen', 'Policy & Rutiner')).toEqual(['Städning'])
  })

  test('are read although the file of another one cannot be, which is tried twice', async () => {
    const { db, config } = own.platform
    await addDocument('norr', 'policy', everyone, 'Kaffe.pdf', 'Bryggaren står vid spolhallen.')
    await addDocument('norr', 'policy', everyone, 'Te.pdf', 'Bryggaren står vid spolhallen.')
    const { rows } = await sql<{ id: string; fileName: string }>`
      select id, file_name as "fileName" from documents where file_name in ('Kaffe.pdf', 'Te.pdf') order by id`.execute(
      db,
    )
    const [broken, whole] = [rows[0]!, rows[1]!]
    // Reading this file fails, because it is now a folder.
    const path = join(config.dataDir, 'blobs', 'documents', broken.id.slice(0, 2), broken.id)
    await rm(path)
    await mkdir(path)
    await expect(readDueTexts(own.platform)).rejects.toBeInstanceOf(NotRead)
    expect(await headings('anna', 'bryggaren', 'Policy & Rutiner')).toEqual([whole.fileName.replace('.pdf', '')])
    await readDueTexts(own.platform)
    await rm(path, { recursive: true })
    await sql`delete from documents where id = ${broken.id}`.execute(db)
  })

  test('are read, and files that nobody needs go, although one of those cannot be removed', async () => {
    const { db, config } = own.platform
    const files = documentStore(own.platform)
    const [stuck, removed] = [await files.keep(Buffer.from('ett')), await files.keep(Buffer.from('två'))]
    await sql`update doomed_documents set kept_at = null where id = any(${[stuck, removed]})`.execute(db)
    // Removing this file fails, because it is now a folder.
    const path = join(config.dataDir, 'blobs', 'documents', stuck.slice(0, 2), stuck)
    await rm(path)
    await mkdir(path)
    await addDocument('norr', 'policy', everyone, 'Skyltar.pdf', 'Linjeskylten hänger i garaget.')
    await expect(documentsWith([]).hourly?.(own.platform)).rejects.toThrow('a file was not stored')
    const passing = (await storedDocuments(db)).flatMap((file) => (file.passing ? [file.key.split('/').at(-1)] : []))
    expect(passing).toEqual([stuck])
    expect(await files.content(removed)).toBeNull()
    expect(await headings('anna', 'linjeskylt', 'Policy & Rutiner')).toEqual(['Skyltar'])
    await rm(path, { recursive: true })
    await documentsWith([]).hourly?.(own.platform)
    expect((await storedDocuments(db)).some((file) => file.passing)).toBe(false)
  })

  test('that cannot be read are found by their name, and tried twice', async () => {
    const { db } = own.portal
    const dated = new Date('2026-03-02T09:00:00Z')
    const items = ['Trasig.pdf', 'Trasig.docx', 'Prislista.xlsx'].map((fileName) => {
      const bytes = Buffer.from(`%PDF-1.7 ${fileName}`)
      return { fileName, reach: everyone, dated, digest: digestOf(bytes), read: async () => bytes }
    })
    await fillShelf(own.platform, { company: 'norr', shelf: 'policy' }, { items })
    await readDueTexts(own.platform)
    expect((await headings('anna', 'trasig', 'Policy & Rutiner')).length).toBe(2)
    expect(await headings('anna', 'prislista', 'Policy & Rutiner')).toEqual(['Prislista'])
    const { rows } = await sql`select text_due, text_tries from shelf_words where text_due`.execute(db)
    expect(rows).toEqual(Array.from({ length: 2 }, () => ({ text_due: true, text_tries: 2 })))
    await sql`delete from documents where file_name like 'Trasig%'`.execute(db)
    expect(await found('anna', 'trasig')).toEqual([])
  })
})

test('crisis documents have the words in their name first, whether they are there for an area or a position', async () => {
  const { db } = own.portal
  for (const n of [1, 2, 3, 4, 5])
    await addDocument('norr', 'crisis', { of: 'area', area: 'Umeå' }, `Lista ${n}.docx`, 'Ring växeln om glödlampan.')
  await readDueTexts(own.platform)
  await addDocument('norr', 'crisis', { of: 'position', position: 'VD' }, 'Glödlampan.docx', 'Vd ringer först.')
  await sql`
    insert into employee_claims (employee_id, type, value)
    select id, 'IntraPosition', 'VD' from employees where user_name = 'bertil' on conflict do nothing`.execute(db)
  const found = await headings('bertil', 'glödlampan', 'Krisdokument')
  expect(found).toHaveLength(5)
  expect(found[0]).toBe('Glödlampan')
})

test('crisis documents are found where the guides of the host show them, at the path of their guide', async () => {
  const { db } = own.portal
  await sql`
    insert into employee_claims (employee_id, type, value)
    select id, 'IntraPosition', 'Krisprov' from employees where user_name in ('gunilla', 'bertil') on conflict do nothing`.execute(
    db,
  )
  for (const company of ['norr', 'vast'])
    await addDocument(company, 'crisis', { of: 'position', position: 'Krisprov' }, 'Ljuslykta.docx', 'Ring växeln.')
  await addDocument('norr', 'crisis', { of: 'area', area: 'Umeå' }, 'Ljuslykta i Umeå.docx', 'Ring växeln.')
  const paths = async (userName: string, host?: string) =>
    (await ask(userName, 'ljuslykta', host)).body.result.grupper.flatMap(({ traffar }: HitGroup) =>
      traffar.map(({ rubrik, vag }) => [rubrik, vag]),
    )
  expect(await paths('gunilla')).toEqual([['Ljuslykta', 'krishanteringvh']])
  expect(await paths('gunilla', 'vast.localhost')).toEqual([['Ljuslykta', 'krishantering']])
  expect(await paths('bertil')).toEqual([
    ['Ljuslykta i Umeå', 'krishantering'],
    ['Ljuslykta', 'krishanteringvh'],
  ])
  expect(await paths('bertil', 'norr.localhost')).toEqual([['Ljuslykta i Umeå', 'krishantering']])
})

describe('own reports', () => {
  test('are found by the number of a fault report, however it is typed', async () => {
    const body = { faultCategoryNumber: 2, vehicleNumber: '2111', text: 'Bromsarna tar snett' }
    await own.portal.send('anna', 'POST', '/api/fordonskontroll/addfault', { body })
    const { items } = (await own.portal.send('anna', 'GET', '/api/fordonskontroll/mina')).body.result
    const number: string = items[0].number
    const heading = [`${number} Bromsar`]
    for (const typed of [
      number,
      number.toLowerCase(),
      number.replace('-', ''),
      number.replace('-', ' '),
      number.slice(2),
    ])
      expect([typed, (await headings('anna', typed, 'Felrapporter')).slice(0, 1)]).toEqual([typed, heading])
    expect(await headings('anna', number.slice(0, -1), 'Felrapporter')).toContain(heading[0])
    expect(await headings('anna', number.replace('F', 'A'), 'Felrapporter')).toEqual([])
    expect(await headings('cecilia', number, 'Felrapporter')).not.toContain(heading[0])
    expect(await headings('cecilia', number.slice(2), 'Felrapporter')).not.toContain(heading[0])
  })

  test('and of a suggestion, by its author alone', async () => {
    const body = { Rubrik: 'Kaffe på depån', Bolag: 'norr', Beskrivning: 'Före fem.' }
    const { result } = (await own.portal.send('anna', 'POST', '/api/forslag/', { body })).body
    const number: string = result.eget.nummer
    for (const typed of [number, number.toLowerCase(), number.replace('-', ''), number.slice(3)])
      expect([typed, await headings('anna', typed, 'Förslag')]).toEqual([typed, [`${number} Kaffe på depån`]])
    expect(await headings('anna', number.replace('FS', 'F'), 'Förslag')).toEqual([])
    expect(await headings('cecilia', number, 'Förslag')).toEqual([])
  })

  test('and of a deviation, but not by the one who is responsible for it', async () => {
    const { rows } = await sql<{ name: string }>`select name from vehicles where company = 'norr' limit 1`.execute(
      own.portal.db,
    )
    const body = payloads.addhotochvald(rows[0]!.name)
    const { nummer } = (await own.portal.send('anna', 'POST', '/api/incident/addhotochvald', { body })).body.result
    expect(await headings('anna', nummer, 'Avvikelser')).toEqual([`${nummer} Hot och våld`])
    expect(await headings('anna', nummer.slice(2), 'Avvikelser')).toEqual([`${nummer} Hot och våld`])
    const { rows: others } = await sql<{ userName: string }>`
      select user_name as "userName" from employees
      where id = (select responsible_id from incidents order by id desc limit 1) or user_name in ('cecilia', 'gunilla')`.execute(
      own.portal.db,
    )
    expect(others.length).toBeGreaterThan(1)
    for (const { userName } of others) expect([userName, await found(userName, nummer)]).toEqual([userName, []])
  })
})

describe('what somebody else may see', () => {
  // The same word in everything that anna may not see, and once in each kind that she may.
  beforeAll(async () => {
    const { db } = own.portal
    await addNews({ company: 'norr', area: 'Skellefteå' }, 'Kvastskaft i Skellefteå')
    await addNews({ company: 'vast', area: 'Umeå' }, 'Kvastskaft i väst')
    await addNews(umea, 'Kvastskaft hos oss')
    await addDocument('norr', 'policy', everyone, 'Kvastskaft norr.pdf', 'Kvastskaft')
    await addDocument('vast', 'policy', everyone, 'Kvastskaft väst.pdf', 'Kvastskaft')
    await addDocument('vast', 'crisis', { of: 'area', area: 'Umeå' }, 'Kvastskaft vid kris.pdf', 'Kvastskaft')
    await addDocument('norr', 'crisis', { of: 'area', area: 'Skellefteå' }, 'Kvastskaft där.pdf', 'Kvastskaft')
    await addDocument('norr', 'crisis', { of: 'position', position: 'VD' }, 'Kvastskaft för vd.docx', 'Kvastskaft')
    await addDocument('norr', 'crisis', { of: 'area', area: 'Umeå' }, 'Kvastskaft här.docx', 'Kvastskaft')
    for (const name of ['anna', 'cecilia']) {
      const { rows } = await sql<{ id: string }>`select id from employees where user_name = ${name}`.execute(db)
      const reach: Reach = { of: 'employee', employeeId: rows[0]!.id }
      await addDocument('norr', 'certificates', reach, `Kvastskaft ${name}.pdf`, 'Kvastskaft')
    }
    await readDueTexts(own.platform)
  })

  test('is not found', async () => {
    const hits = (await found('anna', 'kvastskaft')).flatMap(({ traffar }) => traffar.map(({ rubrik }) => rubrik))
    expect(hits.toSorted()).toEqual(['Kvastskaft hos oss', 'Kvastskaft här', 'Kvastskaft norr'])
    // The other hits exist for employees who may see them.
    const west = (await found('gunilla', 'kvastskaft')).flatMap(({ traffar }) => traffar.map(({ rubrik }) => rubrik))
    expect(west).toEqual(['Kvastskaft väst'])
  })

  test('has its text read only if it belongs to no single employee', async () => {
    const { rows } = await sql`
      select 1 from shelf_words w join shelved_documents d using (document_id) where d.reach = 'employee'`.execute(
      own.portal.db,
    )
    expect(rows).toEqual([])
  })

  test('nor what the employee’s gates or the company’s features close', async () => {
    const { db } = own.portal
    const jonas = sql`(select id from employees where user_name = 'jonas')`
    await addNews('group', 'Dragspelet är stämt')
    expect(await headings('jonas', 'dragspel', 'Nyheter')).toEqual(['Dragspelet är stämt'])
    await sql`delete from employee_claims where type = 'NewsEnabled' and employee_id = ${jonas}`.execute(db)
    own.portal.clock.now = new Date(own.portal.clock.now.getTime() + 60_000)
    expect(await found('jonas', 'dragspel')).toEqual([])

    // A company that has switched fault reports off, and an old report of gunilla's.
    const gunilla = sql`(select id from employees where user_name = 'gunilla')`
    await sql`insert into vehicles (company, number, name) values ('vast', 'sok-1', 'Buss 1')`.execute(db)
    await sql`
      insert into faults (company, number, vehicle_id, category_id, text, reporter_id, created_at, state)
      values ('vast', 77123, (select id from vehicles where number = 'sok-1'), (select min(id) from fault_categories),
        'Dörr', ${gunilla}, now(), 'Mottagen')`.execute(db)
    expect(await found('gunilla', 'F-77123')).toEqual([])
    // The same report is found once the gate is open: only the gate hid it.
    await sql`update faults set reporter_id = (select id from employees where user_name = 'anna'), company = 'norr'
      where number = 77123`.execute(db)
    expect(await headings('anna', 'F-77123', 'Felrapporter')).toHaveLength(1)
  })
})

test('a search that is too short or too long is refused in words', async () => {
  for (const q of ['', ' ', 'å', '?!', '- a']) {
    const { status, body } = await ask('anna', q)
    expect([q, status, body.modelState?.q]).toEqual([q, 400, ['Skriv minst två tecken']])
  }
  expect((await ask('anna', 'x'.repeat(101))).body.modelState.q).toEqual(['Sökningen får vara högst 100 tecken'])
})

test('no text is anything but words to the database', async () => {
  for (const q of [
    "it's",
    'aa & bb | !(c):*',
    "'; drop table news_items; --",
    '\\\\ ab',
    '%%_ ab',
    '<-> ab',
    '🚌🚌 ab',
    'ab'.repeat(50),
  ])
    expect([q, (await ask('anna', q)).status]).toEqual([q, 200])
})

test('a word that the database reads as several is looked for whole, not by the beginnings of its parts', async () => {
  const queryOf = async (typed: string) => {
    const { rows } = await sql<{ query: string }>`select ${asQuery(searchedFor(typed))}::text as query`.execute(
      own.portal.db,
    )
    return rows[0]?.query
  }
  // A superscript two, a letter that is newer than many databases, and a number with an exponent.
  for (const typed of ['m\u00b2m', 'ab\u2460cd', 'a\u{10d75}b', '\u00bdab', '1e5abc'])
    expect([typed, await queryOf(typed)]).toEqual([typed, expect.not.stringMatching(/<->|:\*/)])
  expect(await queryOf('bromsar ab 1120')).toBe(
    "( 'broms':* | 'bromsar':* ) & ( 'ab' | 'ab' ) & ( '1120':* | '1120':* )",
  )
})

test('no text is too much for the index, whatever it is written in', async () => {
  // Letters of three bytes with Swedish endings, so that every word has a stem of its own.
  const letter = (n: number, at: number) => String.fromCharCode(0x4e00 + ((n * 31 + at * at * 7) % 20_000))
  const word = (n: number) => `${Array.from({ length: 40 }, (_, at) => letter(n, at)).join('')}arna`
  const text = Array.from({ length: 4400 }, (_, n) => word(n)).join(' ')
  await addNews(umea, 'Sällsynta tecken', text)
  expect(await headings('anna', 'sällsynta', 'Nyheter')).toEqual(['Sällsynta tecken'])
  await addDocument('norr', 'policy', everyone, 'Sällsynta.docx', `Murgröna ${text}`)
  await addDocument('norr', 'policy', everyone, 'Vanliga.docx', 'Murgröna')
  await readDueTexts(own.platform)
  expect((await headings('anna', 'murgröna', 'Policy & Rutiner')).toSorted()).toEqual(['Sällsynta', 'Vanliga'])
})

test('what is looked for is logged nowhere, found or not, right or wrong', async () => {
  for (const q of ['kvastskaft', 'blåvalen', 'x'.repeat(101)]) await ask('anna', q)
  const text = own.portal.logged.join('')
  expect(text).toContain('/api/sok')
  for (const word of ['kvastskaft', 'bl%C3%A5valen', 'blåvalen', 'xxx']) expect(text).not.toContain(word)
})
