// Wherever a call names an object, in its path, query or body, another employee's object must be answered like an absent one. The lists
// below say which fields of the contract name an object. A field that is on neither list fails the test, so that a new call must be added.
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blobStore } from '#platform/server/blobs/blobs.ts'
import { payloads, type AddCall } from '../../areas/deviations/server/payloads-fixture.ts'
import { effort, someOf, tried } from '../../checks/effort.ts'
import type { JsonSchema } from './test-bad-input.ts'
import { readPortalConfig } from './config.ts'
import { behalfObjects } from './test-behalf-objects.ts'
import { caseObjects, giveRolesInArea } from './test-case-objects.ts'
import { absentNumbers, columnOf, type Id, inBody, inQuery, type Named } from './test-named-object.ts'
import { newsObjects } from './test-news-objects.ts'
import { testPortal, type TestPortal } from './test-portal.ts'
import { reachMatrix, unplacedCalls } from './test-reach-matrix.ts'
import { reportObjects } from './test-report-objects.ts'
import { roleObjects } from './test-role-objects.ts'

/** Fields that do not name an object with an owner: days, pages, texts, options that are the same for everybody. */
const nameless = new Set(
  // Fields with tests elsewhere, and why the others name no object:
  // - 'name', 'role' and 'query' of a view: areas/vehicle-faults/server/saved-views.test.ts tests with whom it may be shared
  // - 'owner', who may get a case: areas/vehicle-faults/server/queue.test.ts
  // - 'cases': the last test here, for each role; 'numbers' are the same without versions
  // - 'valda', the chosen rows of a list: areas/vehicle-faults/server/case-tables.test.ts
  // - 'form', 'item' and 'values', a form of the case that 'number' names: areas/deviations/server/queue.test.ts tests whom it may name
  // - 'part' and 'del', a text or a picture of the case that 'number' names: areas/vehicle-faults/server/redaction.test.ts
  // - 'vem' and 'galler', what is searched for in the log: areas/office-audit tests who reads what
  // - 'falt' to 'konto', what is changed about an employee, and to what: areas/office-employees tests whose account may be linked
  // - 'Bolag': companies are not secret, and anybody may write to any of them
  // - 'q', words: areas/search tests who finds what
  `q year month date dagar visar nyAdress page compact aldre storlek undo Undo Datum Plats datum text starttid sluttid notering bodyText
   Rubrik Beskrivning utbildningsort synpunkter ovrigt val1 val2 val3 val4 val5 val6 val7 val8 Bolag firstName
   lastName email address zipCode city phoneNumber relativeName relativeRelation relativePhone Personskador
   Arbetsmoment VadHande VarNagot Forhallanden Forslag HandelseBeskrivning ExternaPersonskadorInfo
   Hallplatskategori Skadeplatskategori Polis Blodprov Raddningstjanst Ersattningsfordon Vittnen Matarstallning
   roll omrade kategori fran till godkann skal vy status om sok sida efter valda version state asks on owner change cases numbers form item values name role query kind
    claim timmar reason
   manad anledning way part from words why del rectangles anteckningar vem handelse galler visa falt varde fore typ har aktiv utfardare konto
   AntalPassagerare SkadaPaFordon ForsakringsKategori KategoriSpecificering SynligaSkador
   Personskadekontaktuppgifter Motpartskontaktuppgifter VagensBredd AvstandTillVagensSida`.split(/\s+/),
)
/** Calls whose fields are a form's questions, and one that no employee makes (tested in areas/vehicle-faults/server/webhook). */
const forms = new Set(['POST /api/undersokning/send', 'POST /api/verkstad/{company}/fel'])

const patience = effort({ sample: 600_000, full: 2_400_000 })
const most = { sample: 2, full: 200 }

let portal: TestPortal
let dataDir: string
let named: Named[]

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'linjen-objects-'))
  portal = await testPortal({ DATA_DIR: dataDir, WRITES_PER_MINUTE: '100000000' })
  const [area] = await column(sql`
    select value from employee_claims c join employees e on e.id = c.employee_id
    where c.type = 'IntraCompanyArea' and e.user_name = 'anna'`)
  await giveRolesInArea(portal.db, 'anna', String(area))
  await giveEveryDocumentItsFile()
  const own = await everythingNamed(area!)
  const [bus = ''] = await column(sql`select name from vehicles where company = 'norr' limit 1`)
  const [number = ''] = await column(sql`select number from vehicles where company = 'norr' limit 1`)
  const [category] = await column(
    sql`select id from fault_categories where company = 'norr' or company is null limit 1`,
  )
  named = [
    ...own,
    ...(await behalfObjects(portal.db, String(area), own, {
      '/api/forslag': { Rubrik: 'Skärmtak', Bolag: 'norr', Beskrivning: 'Över hållplatsen.' },
      '/api/fordonskontroll/addfault': { faultCategoryNumber: category, vehicleNumber: number, text: 'Fel' },
      ...Object.fromEntries(
        (Object.keys(payloads) as AddCall[]).map((call) => [`/api/incident/${call}`, payloads[call](String(bus))]),
      ),
    })),
  ]
}, patience)
afterAll(async () => {
  await portal.close()
  await rm(dataDir, { recursive: true, force: true })
})

const get = async (userName: string, url: string) => (await portal.send(userName, 'GET', url)).body.result
const column = (query: ReturnType<typeof sql>) => columnOf(portal.db, query)

/** The template's files were deleted with its folder. Without its file, a document that the employee may read would seem absent too. */
async function giveEveryDocumentItsFile(): Promise<void> {
  const blobs = blobStore(readPortalConfig({ DATA_DIR: dataDir }))
  for (const id of await column(sql`select id from documents`))
    await blobs.put(`documents/${String(id).slice(0, 2)}/${id}`, Buffer.from('file'))
}

async function everythingNamed(area: Id): Promise<Named[]> {
  const anna = sql`(select id from employees where user_name = 'anna')`
  const colleague = sql`employee_id in (select id from employees where company = 'norr' and user_name <> 'anna')`
  const stranger = sql`employee_id in (select id from employees where company <> 'norr')`
  const byTable = async (rows: (owner: ReturnType<typeof sql>) => ReturnType<typeof sql>) => ({
    own: await column(rows(sql`employee_id = ${anna}`)),
    colleagues: await column(rows(colleague)),
    otherCompanies: await column(rows(stranger)),
    absent: absentNumbers,
  })

  // Documents, by their names and by their addresses.
  const listed = async (userName: string, url: string, name: string): Promise<string[]> =>
    ((await get(userName, url)) as Record<string, string>[]).map((row) => row[name] ?? '')
  // Companies use the same file names, so another company's file name may also be one of the employee's company. These names are changed here.
  await sql`update shelved_documents set file_name = 'Ej Norr ' || file_name where company <> 'norr'`.execute(portal.db)
  const documents = async (url: string, name: string, shelf: string, reach: string) => {
    const own = await listed('anna', url, name)
    const path = reach === 'position' ? sql`place || '/' || file_name` : sql`file_name`
    const shelved = (where: ReturnType<typeof sql>) =>
      column(sql`select ${path} from shelved_documents where shelf = ${shelf} and reach = ${reach} and ${where}`)
    return {
      own,
      colleagues: (await shelved(sql`company = 'norr'`)).filter((file) => !own.includes(String(file))),
      otherCompanies: await shelved(sql`company <> 'norr'`),
      absent: ['Finns inte.pdf', 'Bussförare/Finns inte.docx'],
    }
  }
  const addresses = async (who: ReturnType<typeof sql>) =>
    (await column(sql`select id from documents where ${who}`)).map((id) => `/api/spcommon/downloadfile/${id}/fil.pdf`)

  // The demo has only Norr's payroll.
  await sql`
    update payslips set employee_id = (select id from employees where user_name = 'gunilla')
    where id = (select id from payslips where ${colleague} order by id limit 1)`.execute(portal.db)

  const duties = await byTable(
    (who) => sql`select id from duties where not withdrawn and ${who} order by ends_instant desc`,
  )
  const events = await byTable((who) => sql`select id from duty_events where service_date < '2026-11-21' and ${who}`)

  return [
    // The latest duties: the answer for a duty that has ended is that it may not be confirmed, which only its owner gets.
    { ...inBody('/api/bpl/schema/accept', 'schemaPostId', { undo: false }), ...duties, own: duties.own.slice(0, 5) },
    {
      ...inBody('/api/bpl/aterrapportera', 'uppdragId', {
        starttid: '2026-11-20T05:00:00',
        sluttid: '2026-11-20T05:30:00',
        notering: '',
      }),
      ...events,
      // The answer depends on the planned times, which only the owner may learn.
      own: [],
    },
    {
      ...inBody('/api/bpl/tidrapport/accept', 'TidrapportId', { Undo: false }),
      ...(await byTable((who) => sql`select id from time_reports where ${who} and (approved_at is null or ${who})`)),
      own: [],
    },
    ...(await newsObjects(portal, area)),
    {
      ...inQuery('/api/bpl/tur', 'uppdragId'),
      ...(await byTable(
        (who) =>
          sql`select id from duty_events v where ${who} and exists (select from duties d where d.id = v.duty_id and not d.withdrawn)`,
      )),
    },
    {
      ...inBody('/api/forslag/svara', 'number', { text: 'Hej' }),
      own: [],
      colleagues: await column(
        sql`select 'FS-' || number from suggestions where company = 'norr' and author_id <> ${anna}`,
      ),
      otherCompanies: await column(
        sql`select 'FS-' || number from suggestions where company <> 'norr' and author_id <> ${anna}`,
      ),
      absent: ['FS-1', 'FS-2'],
    },
    ...(await reportObjects(portal, area)),
    {
      ...inQuery('/api/lonespec/kontek/downloadspec/', 'salaryPeriodId'),
      ...(await byTable((who) => sql`select id from payslips where ${who}`)),
    },
    {
      ...inQuery('/api/spcommon/downloadfile', 'filurl'),
      own: await listed('anna', '/api/intyg/get', 'url'),
      colleagues: await addresses(colleague),
      otherCompanies: await addresses(sql`${stranger} or company <> 'norr'`),
      absent: ['/api/spcommon/downloadfile/0000000000000000000000/fil.pdf', 'https://evil.example/x/y.pdf'],
    },
    {
      ...inQuery('/api/policydocs/downloadfile', 'filename'),
      ...(await documents('/api/policydocs/documents', 'filename', 'policy', 'company')),
    },
    {
      ...inQuery('/api/krishantering/downloadfile/bycompanyarea/', 'filename'),
      ...(await documents('/api/krishantering/documents/bycompanyarea', 'filename', 'crisis', 'area')),
    },
    {
      ...inQuery('/api/krishantering/downloadfile/bycompanyposition/', 'filename'),
      ...(await documents('/api/krishantering/documents/bycompanyposition', 'pathFileName', 'crisis', 'position')),
    },
    ...(await roleObjects(portal.db, String(area))),
    ...(await caseObjects(portal.db, portal.app.calls, String(area))),
  ]
}

test('every field of every call is listed as naming an object or not', async () => {
  const { body } = await portal.send(null, 'GET', '/api/openapi.json')
  const known = new Set(named.map(({ field }) => field))
  const unknown: string[] = []
  for (const { method, path } of portal.app.calls) {
    const described = body.paths[path.replaceAll(/:(\w+)/g, '{$1}')][method.toLowerCase()] as {
      parameters?: { name: string }[]
      requestBody?: { content: Record<string, { schema: JsonSchema }> }
    }
    const schema = described.requestBody?.content['application/json']?.schema
    const fields = [...(described.parameters ?? []).map(({ name }) => name), ...Object.keys(schema?.properties ?? {})]
    if (forms.has(`${method} ${path}`)) continue
    for (const field of fields) {
      const name = `${method} ${path} ${field}`
      if (!known.has(name) && !nameless.has(field)) unknown.push(name)
    }
  }
  expect(unknown).toEqual([])
})

/**
 * The office's other calls, which name no particular object: lists, counts, and what is the same for the whole company. Each with the test
 * in `areas` that tries them for another area or company.
 */
const nobodys: Readonly<Record<string, string>> = {
  'GET anstallda': 'office-employees/server/employees.test.ts',
  'GET anstallda/antal': 'office-employees/server/accounts.test.ts',
  'GET anstallda/konton': 'office-employees/server/accounts.test.ts',
  'GET anstallda/personer': 'office-employees/server/employees.test.ts',
  'GET anstallda/kopplingar': 'office-employees/server/accounts.test.ts',
  'GET avvikelser/ar': 'deviations/server/queue.test.ts',
  'GET ersattare/personer': 'office-roles/server/persons.test.ts',
  'GET logg': 'office-audit/server/audit.test.ts',
  'GET loneunderlag/hamta': 'time-report/server/queue.test.ts',
  'GET loneunderlag/manad': 'time-report/server/queue.test.ts',
  'GET minaroller': 'office-roles/server/roles.test.ts',
  'GET nodatkomst': 'office-roles/server/emergency.test.ts',
  'GET roller': 'office-roles/server/roles.test.ts',
  'GET roller/antal': 'office-roles/server/roles.test.ts',
  'GET roller/personer': 'office-roles/server/persons.test.ts',
  'GET roller/val': 'office-roles/server/roles.test.ts',
  'GET roller/vantar': 'office-roles/server/roles.test.ts',
  'GET rollregler': 'office-roles/server/rules.test.ts',
  'GET rollregler/prova': 'office-roles/server/rules.test.ts',
  'GET rollregler/vantar': 'office-roles/server/rules.test.ts',
  'GET sok': 'vehicle-faults/server/case-search.test.ts',
  'GET statistik/avvikelser': 'deviations/server/statistics.test.ts',
  'GET statistik/fel': 'vehicle-faults/server/statistics.test.ts',
  'GET statistik/tjanster': 'assignments/server/statistics.test.ts',
  'GET svarsmallar': 'vehicle-faults/server/templates.test.ts',
  'GET tjanster/antal': 'assignments/server/office.test.ts',
  'GET tjanster/aterrapporterade': 'assignments/server/office.test.ts',
  'GET tjanster/obekraftade': 'assignments/server/office.test.ts',
  'GET verkstad': 'vehicle-faults/server/webhook/sending.test.ts',
  'POST nodatkomst': 'office-roles/server/emergency.test.ts',
  'POST rollregler': 'office-roles/server/rules.test.ts',
  'POST svarsmallar': 'vehicle-faults/server/templates.test.ts',
  'POST verkstad/igen': 'vehicle-faults/server/webhook/sending.test.ts',
}

test('every call of the office is tried on others’ cases and people, or is known to name none', () => {
  const office = portal.app.calls.filter(({ path }) => path.startsWith('/api/kontor/'))
  expect(unplacedCalls(office)).toEqual([])
  const tries = (name: string) => named.some(({ field }) => field.startsWith(`${name} `))
  const others = office
    .filter(({ path }) => !path.startsWith('/api/kontor/arenden/'))
    .map(({ method, path }) => `${method} ${path.replace('/api/kontor/', '')}`)
  const untried = others.filter((name) => !tries(name.replace(' ', ' /api/kontor/')))
  expect(untried.toSorted()).toEqual(Object.keys(nobodys).toSorted())
  const areas = new URL('../../areas/', import.meta.url)
  expect(Object.values(nobodys).filter((file) => !existsSync(new URL(file, areas)))).toEqual([])
})

test(
  'another employee’s object, in the company or outside it, is answered like an absent one',
  async (context) => {
    const answerTo = async ({ ask }: Named, id: Id) => {
      const { method, url, body } = ask(id)
      const answer = await portal.send('anna', method, url, { body })
      return { status: answer.status, body: { ...answer.body, timestamp: '' } }
    }
    let count = 0
    for (const object of named) {
      const [nothing, more] = await Promise.all(object.absent.map((id) => answerTo(object, id)))
      expect(nothing!.status, object.field).toBeGreaterThanOrEqual(400)
      expect(nothing!.status, object.field).toBeLessThan(500)
      expect(more, object.field).toEqual(nothing)
      expect(object.otherCompanies.length, object.field).toBeGreaterThan(0)
      for (const id of [...someOf(object.colleagues, most), ...someOf(object.otherCompanies, most)]) {
        count++
        expect(await answerTo(object, id), `${object.field} ${id}`).toEqual(nothing)
      }
      // Checks that the call finds objects at all.
      for (const id of someOf(object.own, most).slice(0, 3)) {
        count++
        expect((await answerTo(object, id)).status, `${object.field} ${id}, the own one`).toBe(200)
      }
    }
    tried(context, count)
  },
  patience,
)

// Last, because it moves the clock.
test(
  'each role reaches the cases of its own area that it says, by every call, and its deputy does on its days',
  async (context) => {
    const { cells, deputies, differences } = await reachMatrix(
      portal,
      { own: 'Umeå', other: 'Skellefteå' },
      '2026-11-22',
    )
    const on = (day: string) => {
      portal.clock.now = new Date(`${day}T09:00:00Z`)
    }
    const chosen = someOf(cells, { sample: 60 })
    on('2026-11-21')
    expect(await differences(chosen)).toEqual([])
    const few = someOf(deputies, { sample: 20, full: 400 })
    expect(await differences(few, true)).toEqual([])
    on('2026-11-22')
    const during = someOf(deputies, { sample: 100 })
    expect(await differences(during)).toEqual([])
    on('2026-11-23')
    expect(await differences(few, true)).toEqual([])
    tried(context, chosen.length + 2 * few.length + during.length)
  },
  patience,
)
