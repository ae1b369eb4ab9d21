// The office finds and changes employees. The import is tested here too: it does not overwrite what the office has set.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { employmentEnded } from '#core/cases/server/employment-ended.ts'
import { peopleImporter } from '#core/people/server/import/import-people.ts'
import type { Platform } from '#platform/server/area.ts'
import { untilAwaited } from '../../../app/server/test-lock-waits.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveDeputy, giveRole } from '../../../app/server/test-roles.ts'
import { at, employeeCalls } from './employees-fixture.ts'

let portal: TestPortal
let beside: FastifyInstance
let folder: string
beforeAll(async () => {
  portal = await testPortal()
  beside = await portal.beside()
  folder = await mkdtemp(join(tmpdir(), 'people-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await beside.close()
  await portal.close()
})
beforeEach(() => later(31))

const { later, numberOf, list, one, change, field, lastAct } = employeeCalls(() => portal)

async function importing(line: string): Promise<string[]> {
  const file = join(folder, 'people.csv')
  await writeFile(file, `anstid;fornamn;efternamn;position;omrade;chef_anstid;aktiv\n${line}\n`)
  const variants = {
    companies: new Map([['norr', { employeeOwns: ['email'] }]]),
    timeZoneOf: () => 'Europe/Stockholm',
  }
  const platform = { db: portal.db, clock: () => portal.clock.now, variants } as unknown as Platform
  const told: string[] = []
  await peopleImporter(employmentEnded, async () => []).run(
    { source: file, company: 'norr', dryRun: false, options: {} },
    platform,
    (said) => told.push(said),
  )
  return told
}

test('employees are found by number, by name and by area, those who have left only when asked for', async () => {
  const number = await numberOf('anna')
  expect((await list('eva', `?sok=${number}`)).rader).toEqual([
    expect.objectContaining({ anstid: number, aktiv: true }),
  ])
  expect((await list('eva', '?sok=anna%20l')).rader[0].namn).toBe('Anna Lindgren')
  expect((await list('eva', '?sok=%25')).rader).toEqual([])
  await sql`
    insert into employees (company, number, user_name, first_name, last_name)
    select 'norr', 'N' || n, 'n' || n, 'Nils', 'Åkare ' || n from generate_series(1, 40) as n`.execute(portal.db)
  const { rader, fler, omraden } = await list('eva')
  expect([rader.length, fler]).toEqual([50, true])
  expect(omraden).toContain('Skellefteå')
  const next = (await list('eva', '?sida=1')).rader
  expect(next.map(({ anstid }: { anstid: string }) => anstid)).not.toContain(rader[49].anstid)
  const there = (await list('eva', '?omrade=Skellefte%C3%A5')).rader
  expect(new Set(there.map(({ omrade }: { omrade: string }) => omrade))).toEqual(new Set(['Skellefteå']))
})

test('a form finds those in reach who still work here', async () => {
  const names = async (by: string, sok: string) =>
    (await list(by, `/personer?sok=${encodeURIComponent(sok)}`))?.map(({ name }: { name: string }) => name)
  expect(await names('eva', 'anna l')).toEqual(['Anna Lindgren'])
  expect(await names('eva', await numberOf('anna'))).toEqual(['Anna Lindgren'])
  await giveRole(portal.db, 'yusuf', 'lon', { area: 'Skellefteå' })
  expect(await names('yusuf', 'anna l')).toEqual([])
  await sql`update employees set active = false where user_name = 'anna'`.execute(portal.db)
  expect(await names('eva', 'anna l')).toEqual([])
  await sql`update employees set active = true where user_name = 'anna'`.execute(portal.db)
  expect((await portal.send('amina', 'GET', `${at}/personer?sok=anna`)).status).toBe(403)
})

test('every value says where it comes from', async () => {
  const { body } = await one('eva', 'anna')
  expect(body.result.uppgifter.map(({ etikett }: { etikett: string }) => etikett)).toEqual([
    'Namn',
    'Anställningsnummer',
    'Användarnamn',
    'Befattning',
    'Område',
    'Närmaste chef',
    'Telefon i tjänsten',
    'Mobil i tjänsten',
    'Lönesystem',
  ])
  expect(await field('anna', 'name')).toMatchObject({ kalla: { fran: 'import', av: null } })
  await sql`
    update personal_details set own_fields = '{lastName}'
    where employee_id = (select id from employees where user_name = 'anna')`.execute(portal.db)
  expect((await field('anna', 'name')).kalla.fran).toBe('egen')
})

describe('what the office sets', () => {
  test('is recorded with before and after, said to be the office’s, and left by an import until it is given back', async () => {
    const number = await numberOf('birgitta')
    const fore = (await field('birgitta', 'IntraCompanyArea')).varde
    const varde = fore === 'Umeå' ? 'Skellefteå' : 'Umeå'
    const body = { falt: 'IntraCompanyArea', varde, fore }
    expect((await change('eva', 'andra', 'birgitta', body)).body.result).toEqual({ andrat: true })
    expect(await lastAct()).toEqual({
      what: 'employee.changed',
      before: { IntraCompanyArea: fore },
      after: { IntraCompanyArea: varde },
      by_role: 'hr',
    })
    expect(await field('birgitta', 'IntraCompanyArea')).toMatchObject({
      varde,
      kalla: { fran: 'kontor', av: 'Eva Nordmark', nar: expect.stringContaining('2026-11-21T') },
    })
    const line = `${number};Birgitta;Åström;Bussförare;${fore};;ja`
    expect(await importing(line)).toContain('1 uppgift som kontoret har ändrat lämnas som den är.')
    expect((await field('birgitta', 'IntraCompanyArea')).varde).toBe(varde)
    expect((await change('eva', 'slapp', 'birgitta', { falt: 'IntraCompanyArea' })).body.result).toEqual({
      andrat: true,
    })
    await importing(line)
    expect(await field('birgitta', 'IntraCompanyArea')).toMatchObject({ varde: fore, kalla: { fran: 'import' } })
  })

  const claimsOf = async (number: string, type: string) =>
    (
      await sql<{ value: string }>`
        select c.value from employee_claims c join employees e on e.id = c.employee_id
        where e.company = 'norr' and e.number = ${number} and c.type = ${type} order by c.value`.execute(portal.db)
    ).rows.map(({ value }) => value)
  /** An employee of the import with these positions and areas. */
  async function imported(number: string, positions: string, areas: string) {
    await importing(`${number};Sanna;Ny;${positions};${areas};;ja`)
    const seen = async (falt: string, by = 'eva') => {
      const { body } = await portal.send(by, 'GET', `${at}/en?anstid=${number}`)
      return body.result.uppgifter.find((each: { falt: string }) => each.falt === falt).varde
    }
    const set = (falt: string, varde: string, fore: string, by = 'eva') =>
      portal.send(by, 'POST', `${at}/andra`, { body: { anstid: number, falt, varde, fore } })
    return { seen, set }
  }

  test('replaces all areas of an employee who has several', async () => {
    const { seen, set } = await imported('77001', 'Bussförare', 'Umeå,Skellefteå')
    const fore = await seen('IntraCompanyArea')
    expect(fore).toBe('Skellefteå, Umeå')
    expect((await set('IntraCompanyArea', 'Umeå, Skellefteå', fore)).body.result).toEqual({ andrat: false })
    expect((await set('IntraCompanyArea', 'Umeå', 'Skellefteå')).status).toBe(409)
    expect((await set('IntraCompanyArea', 'Umeå', fore)).body.result).toEqual({ andrat: true })
    expect(await claimsOf('77001', 'IntraCompanyArea')).toEqual(['Umeå'])
    expect(await lastAct()).toMatchObject({
      before: { IntraCompanyArea: 'Skellefteå, Umeå' },
      after: { IntraCompanyArea: 'Umeå' },
    })
  })

  test('is not set over what an import is about to set', async () => {
    const { set } = await imported('77009', 'Bussförare', 'Umeå')
    const { sent } = await portal.db.transaction().execute(async (tx) => {
      await sql`select from employees where number = '77009' for no key update`.execute(tx)
      await sql`
        update employee_claims set value = 'Lycksele' where type = 'IntraCompanyArea' and employee_id = (
          select id from employees where number = '77009')`.execute(tx)
      const sending = set('IntraCompanyArea', 'Skellefteå', 'Umeå')
      await untilAwaited(portal.db, sending)
      return { sent: sending }
    })
    expect((await sent).status).toBe(409)
    expect(await claimsOf('77009', 'IntraCompanyArea')).toEqual(['Lycksele'])
  })

  test('is as many positions as are written with commas, each stored by itself', async () => {
    const { seen, set } = await imported('77002', 'Skyddsombud,Bussförare', 'Umeå')
    expect(await seen('IntraPosition')).toBe('Bussförare, Skyddsombud')
    const typed = ' Bussförare,Instruktör ,, Bussförare'
    expect((await set('IntraPosition', typed, 'Bussförare, Skyddsombud')).body.result).toEqual({ andrat: true })
    expect(await claimsOf('77002', 'IntraPosition')).toEqual(['Bussförare', 'Instruktör'])
    expect(await lastAct()).toMatchObject({ after: { IntraPosition: 'Bussförare, Instruktör' } })
    expect((await set('IntraPosition', 'x'.repeat(201), 'Bussförare, Instruktör')).body.modelState).toEqual({
      varde: ['Varje värde får vara högst 200 tecken'],
    })
  })

  test('replaces positions that together are longer than what the office types', async () => {
    const positions = Array.from({ length: 8 }, (_, each) => `${each}`.repeat(190))
    const { seen, set } = await imported('77003', positions.join(','), 'Umeå')
    expect((await set('IntraPosition', 'Bussförare', await seen('IntraPosition'))).status).toBe(200)
    expect(await claimsOf('77003', 'IntraPosition')).toEqual(['Bussförare'])
  })

  test('mends positions that were once stored as one', async () => {
    const { seen, set } = await imported('77004', 'Bussförare', 'Umeå')
    await sql`update employee_claims set value = 'Provförare, Bussförare' where type = 'IntraPosition'
      and employee_id = (select id from employees where number = '77004')`.execute(portal.db)
    const fore = await seen('IntraPosition')
    expect(fore).toBe('Bussförare, Provförare')
    expect((await list('eva', '?sok=77004')).rader).toMatchObject([{ befattning: fore }])
    const { befattningar } = (await one('eva', 'anna')).body.result
    expect(befattningar).toContain('Provförare')
    expect(befattningar.join('')).not.toContain(',')
    expect((await set('IntraPosition', fore, fore)).body.result).toEqual({ andrat: true })
    expect(await claimsOf('77004', 'IntraPosition')).toEqual(['Bussförare', 'Provförare'])
  })

  test('keeps an employee with several areas in the area of who changes them', async () => {
    await giveRole(portal.db, 'henrik', 'hr', { area: 'Skellefteå' })
    later(31)
    const { set } = await imported('77005', 'Bussförare', 'Skellefteå,Umeå')
    const both = 'Skellefteå, Umeå'
    const { omraden } = (await portal.send('henrik', 'GET', `${at}/en?anstid=77005`)).body.result
    expect(omraden).toEqual(['Skellefteå'])
    const refused = { varde: ['Välj ett område som du ansvarar för.'] }
    for (const area of ['Umeå', '', `${both}, Kiruna`])
      expect((await set('IntraCompanyArea', area, both, 'henrik')).body.modelState).toEqual(refused)
    expect(await claimsOf('77005', 'IntraCompanyArea')).toEqual(['Skellefteå', 'Umeå'])
    expect((await set('IntraCompanyArea', 'Skellefteå', both, 'henrik')).body.result).toEqual({ andrat: true })
    expect((await set('IntraCompanyArea', both, 'Skellefteå', 'henrik')).body.modelState).toEqual(refused)
  })

  test('was decided on what it is: a change meanwhile is not overwritten', async () => {
    const { nyckel } = await field('omar', 'manager')
    const stale = { falt: 'manager', varde: await numberOf('monica'), fore: '00000' }
    expect((await change('eva', 'andra', 'omar', stale)).status).toBe(409)
    expect((await field('omar', 'manager')).nyckel).toBe(nyckel)
  })

  test('is refused if it makes no sense, and nothing is stored', async () => {
    const manager = async (varde: string | null) => {
      const { nyckel } = await field('omar', 'manager')
      return (await change('eva', 'andra', 'omar', { falt: 'manager', varde, fore: nyckel })).body.modelState
    }
    const before = await one('eva', 'omar')
    const nobody = { varde: ['Det finns ingen anställd med det anställningsnumret.'] }
    expect(await manager('99999')).toEqual(nobody)
    expect(await manager(await numberOf('gunilla'))).toEqual(nobody)
    expect(await manager(await numberOf('omar'))).toEqual({ varde: ['Ingen kan vara sin egen chef.'] })
    const { varde: fore } = await field('omar', 'IntraCompanyArea')
    const area = await change('eva', 'andra', 'omar', { falt: 'IntraCompanyArea', varde: 'Månen', fore })
    expect(area.body.modelState).toEqual({ varde: ['Välj ett område som du ansvarar för.'] })
    expect((await one('eva', 'omar')).body.result).toEqual(before.body.result)
  })

  test('makes nobody his or her own choice of a manager, nor by a role that was taken in an emergency', async () => {
    const manager = async (by: string, userName: string) => {
      const { nyckel } = await field('omar', 'manager')
      const body = { falt: 'manager', varde: userName && (await numberOf(userName)), fore: nyckel }
      return (await change(by, 'andra', 'omar', body)).body
    }
    const { nyckel: before } = await field('omar', 'manager')
    expect((await manager('eva', 'eva')).modelState).toEqual({
      varde: ['Du kan inte göra dig själv till någons chef. Be en kollega.'],
    })
    const taken = { roll: 'hr', skal: 'HR är sjuk och en anmälan väntar', timmar: 1 }
    expect((await portal.send('jenny', 'POST', '/api/kontor/nodatkomst', { body: taken })).status).toBe(200)
    later(31)
    const inEmergency = { varde: ['Närmaste chef ändras inte med nödåtkomst.'] }
    for (const userName of ['jenny', 'monica', ''])
      expect((await manager('jenny', userName)).modelState).toEqual(inEmergency)
    const { varde: fore } = await field('omar', 'IntraPosition')
    const position = { falt: 'IntraPosition', varde: 'Trafikledare', fore }
    expect((await change('jenny', 'andra', 'omar', position)).body.result).toEqual({ andrat: true })
    expect((await field('omar', 'manager')).nyckel).toBe(before)
    later(3601)
    expect((await manager('eva', 'monica')).result).toEqual({ andrat: true })
    // Managers are logged by id: a number would stay in the log after the manager is erased.
    const { rows } = await sql<{ before: object; after: object; id: string }>`
      select a.before, a.after, e.id from audit a join employees e on e.user_name = 'monica'
      where a.what = 'employee.changed' order by a.id desc limit 1`.execute(portal.db)
    expect(rows[0]).toMatchObject({
      before: { manager: expect.stringMatching(/^.{36}$/) },
      after: { manager: rows[0]?.id },
    })
    const { body } = await portal.send('david', 'GET', '/api/kontor/logg?handelse=employee.changed')
    expect(body.result.rader[0].andringar[0]).toMatchObject({ falt: 'Närmaste chef', efter: 'Monica Stenlund (31014)' })
  })

  test('a right opens and closes its calls within 30 seconds', async () => {
    const faults = async () => (await portal.send('zahra', 'GET', '/api/fordonskontroll/mina')).status
    expect(await faults()).toBe(200)
    expect((await change('jenny', 'behorighet', 'zahra', { typ: 'FkEnabled', har: false })).status).toBe(200)
    expect(await lastAct()).toMatchObject({
      what: 'rights.changed',
      before: { FkEnabled: true },
      after: { FkEnabled: false },
    })
    later(31)
    expect(await faults()).toBe(403)
    expect((await change('jenny', 'behorighet', 'zahra', { typ: 'FkEnabled', har: true })).status).toBe(200)
    later(31)
    expect(await faults()).toBe(200)
  })
})

test('whoever is deactivated is out of every process within 30 seconds, and no import lets him or her in again', async () => {
  const authorization = `Bearer ${await portal.token('tesfaye')}`
  const statuses = async () => {
    const asked = [portal.app, beside].map((app) =>
      app.inject({ url: '/api/user/profile', headers: { host: 'localhost', authorization } }),
    )
    return (await Promise.all(asked)).map(({ statusCode }) => statusCode)
  }
  expect(await statuses()).toEqual([200, 200])
  expect((await change('jenny', 'aktiv', 'tesfaye', { aktiv: false })).body.result).toEqual({ andrat: true })
  expect(await lastAct()).toMatchObject({
    what: 'employee.deactivated',
    before: { active: true },
    after: { active: false },
  })
  later(30.001)
  expect(await statuses()).toEqual([403, 403])
  const { namn } = (await one('eva', 'tesfaye')).body.result
  const [first, last] = namn.split(' ')
  await importing(`${await numberOf('tesfaye')};${first};${last};Bussförare;Umeå;;ja`)
  later(30.001)
  expect(await statuses()).toEqual([403, 403])
  expect((await list('eva', `?sok=${await numberOf('tesfaye')}`)).rader).toEqual([])
  expect((await list('eva', `?visa=avslutade&sok=${await numberOf('tesfaye')}`)).rader).toHaveLength(1)
  expect((await change('jenny', 'aktiv', 'tesfaye', { aktiv: true })).status).toBe(200)
  later(30.001)
  expect(await statuses()).toEqual([200, 200])
})

test('open cases of an employee whose employment ends are unassigned again, by the office and by an import', async () => {
  const at = '/api/kontor/arenden/fel'
  const send = async (by: string, path: string, body: object) =>
    expect((await portal.send(by, 'POST', path, { body })).status).toBe(200)
  const unassigned = async (number: string) => {
    const { rows } = (await portal.send('monica', 'GET', `${at}/lista?vy=ej-tilldelade&sok=${number}`)).body.result
    return rows.length === 1
  }
  const { rows: workers } = await sql<{ id: string }>`
    select id from employees where user_name = 'roger'`.execute(portal.db)
  const owner = workers[0]!.id
  const reported = async (state: string | null) => {
    await send('anna', '/api/fordonskontroll/addfault', {
      faultCategoryNumber: 1,
      vehicleNumber: '2117',
      text: 'Dörren',
    })
    const { rows } = await sql<{ number: string }>`
      select number from cases where kind = 'fel' order by received_at desc, id desc limit 1`.execute(portal.db)
    const { number } = rows[0]!
    await send('roger', `${at}/tilldela`, { number, version: 0, owner: 'jag' })
    if (state) await send('roger', `${at}/svara`, { number, version: 1, state, text: 'Klart.', asks: false })
    later(1)
    return number
  }
  const [open, ended] = [await reported(null), await reported('Klar')]
  expect(await unassigned(open)).toBe(false)
  expect((await change('jenny', 'aktiv', 'roger', { aktiv: false })).status).toBe(200)
  expect(await unassigned(open)).toBe(true)
  const found = (await portal.send('monica', 'GET', `${at}/arende?nummer=${open}`)).body.result
  expect(found).toMatchObject({ owner: null, version: 2 })
  expect(found.events.at(-1)).toMatchObject({
    type: 'assigned',
    by: 'Jenny Lövgren',
    to: null,
    text: 'Handläggarens anställning är avslutad.',
  })
  const { rows: kept } = await sql`select 1 from cases where number = ${ended} and owner_id = ${owner}`.execute(
    portal.db,
  )
  expect(kept).toHaveLength(1)

  expect((await change('jenny', 'aktiv', 'roger', { aktiv: true })).status).toBe(200)
  await giveRole(portal.db, 'roger', 'verkstad')
  await sql`delete from office_fields where employee_id = ${owner}`.execute(portal.db)
  later(31)
  await send('roger', `${at}/tilldela`, { number: open, version: 2, owner: 'jag' })
  expect(await unassigned(open)).toBe(false)
  await importing(`${await numberOf('roger')};Roger;Granström;Mekaniker;Umeå;;nej`)
  expect(await unassigned(open)).toBe(true)
  await importing(`${await numberOf('roger')};Roger;Granström;Mekaniker;Umeå;;ja`)
})

describe('the walls', () => {
  test('another area’s employee and another company’s are absent', async () => {
    const elsewhere = (await list('eva', '?omrade=Skellefte%C3%A5')).rader[0].anstid
    const asked = (number: string) => portal.send('monica', 'GET', `${at}/en?anstid=${number}`)
    expect((await one('monica', 'anna')).status).toBe(200)
    expect((await asked(elsewhere)).status).toBe(404)
    expect((await asked(await numberOf('gunilla'))).status).toBe(404)
    expect((await list('monica', '?visa=alla')).omraden).toEqual(['Umeå'])
    await giveRole(portal.db, 'samir', 'hr', { area: 'Umeå' })
    later(31)
    const body = { anstid: elsewhere, falt: 'IntraPosition', varde: 'Trafikledare', fore: 'Bussförare' }
    expect((await portal.send('samir', 'POST', `${at}/andra`, { body })).status).toBe(404)
    const away = { falt: 'IntraCompanyArea', varde: 'Skellefteå', fore: 'Umeå' }
    expect((await change('samir', 'andra', 'anna', away)).body.modelState).toEqual({
      varde: ['Välj ett område som du ansvarar för.'],
    })
  })

  test('whoever may see changes nothing, and nobody changes his or her own', async () => {
    expect((await one('monica', 'anna')).body.result).toMatchObject({ farAndra: false, farBehorigheter: false })
    expect((await change('monica', 'aktiv', 'anna', { aktiv: false })).status).toBe(403)
    expect((await change('jenny', 'andra', 'anna', { falt: 'manager', varde: null, fore: null })).status).toBe(403)
    expect((await one('jenny', 'jenny')).body.result).toMatchObject({ farBehorigheter: false })
    expect((await change('jenny', 'behorighet', 'jenny', { typ: 'BlacklistEnabled', har: true })).status).toBe(403)
    for (const userName of ['anna', 'roger', 'david']) expect((await portal.send(userName, 'GET', at)).status).toBe(403)
  })

  test('an assignment that has run out opens nothing', async () => {
    await giveRole(portal.db, 'linnea', 'hr', { to: '2026-11-20' })
    later(31)
    expect((await portal.send('linnea', 'GET', at)).status).toBe(403)
  })
})

test.each(['office', 'import'] as const)(
  'who leaves has no role, and gets none back by returning: by the %s',
  async (way) => {
    const number = await numberOf('tesfaye')
    const held = await giveRole(portal.db, 'tesfaye', 'hr')
    await giveDeputy(portal.db, 'anna', held, { from: '2020-01-01', to: '2099-01-01' })
    const setActive = async (aktiv: boolean) =>
      way === 'office'
        ? expect((await change('jenny', 'aktiv', 'tesfaye', { aktiv })).status).toBe(200)
        : importing(`${number};Tesfaye;Bekele;Bussförare;Umeå;;${aktiv ? 'ja' : 'nej'}`)
    const roles = async () =>
      (
        await sql<{ id: number; ended: boolean }>`
        select id, ended_at is not null as ended from role_assignments where id = ${held} or deputy_of = ${held}`.execute(
          portal.db,
        )
      ).rows.map(({ ended }) => ended)
    expect(await roles()).toEqual([false, false])
    await setActive(false)
    expect(await roles()).toEqual([true, true])
    const { rows: told } =
      await sql`select 1 from audit where what = 'role.ended' and object_id = ${String(held)}`.execute(portal.db)
    expect(told).toHaveLength(1)
    await setActive(true)
    expect(await roles()).toEqual([true, true])
    later(31)
    expect((await portal.send('tesfaye', 'GET', '/api/kontor/arenden/avvikelser/lista')).status).toBe(403)
    await sql`delete from office_fields where employee_id = (select id from employees where user_name = 'tesfaye')`.execute(
      portal.db,
    )
  },
)
