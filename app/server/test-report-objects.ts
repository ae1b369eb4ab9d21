import { sql } from 'kysely'
import { formOf, photo } from '#core/pictures/server/form-fixture.ts'
import { type AddCall, payloads } from '../../areas/deviations/server/payloads-fixture.ts'
import { rectangles } from './test-case-objects.ts'
import { absentNumbers, columnOf, type Id, inBody, inQuery, type Named } from './test-named-object.ts'
import type { TestPortal } from './test-portal.ts'

/** Deviations, faults, their photos and the vehicles that they name, for Anna, who works in this area. */
export async function reportObjects(portal: TestPortal, area: Id): Promise<Named[]> {
  const column = (query: ReturnType<typeof sql>) => columnOf(portal.db, query)
  const anna = sql`(select id from employees where user_name = 'anna')`
  const colleague = sql`employee_id in (select id from employees where company = 'norr' and user_name <> 'anna')`
  const stranger = sql`employee_id in (select id from employees where company <> 'norr')`
  const bytes = await photo({ width: 40, height: 30 })
  const upload = async (userName: string, path = '/api/incident/uploadimage'): Promise<string> => {
    const { headers, payload } = formOf({ name: 'file', fileName: 'bild.jpg', content: bytes })
    return (await portal.send(userName, 'POST', path, { headers, body: payload })).body.result.name
  }
  const [bus = ''] = await column(sql`select name from vehicles where company = 'norr' limit 1`)
  const report = (call: AddCall, change: object) => ({
    method: 'POST' as const,
    url: `/api/incident/${call}`,
    body: { ...payloads[call](String(bus)), ...change },
  })
  const reportBy = async (userName: string, name: string) => {
    const { method, url, body } = report('addhotochvald', { Fordon: bus, AttachmentUploadBlobNames: [name] })
    const { rows } = await sql<{ name: string }>`
      select v.name from vehicles v join employees e on e.company = v.company and e.user_name = ${userName} limit 1`.execute(
      portal.db,
    )
    const sent = await portal.send(userName, method, url, { body: { ...body, Fordon: rows[0]?.name } })
    return sent.body.result.id as number
  }
  // Reports and their pictures.
  const [waiting, mine, theirs, strangers] = [
    await upload('anna'),
    await upload('anna'),
    await upload('amina'),
    await upload('gunilla'),
  ]
  await reportBy('anna', mine)
  const claimedByOthers = [await upload('amina'), await upload('gunilla')]
  await reportBy('amina', claimedByOthers[0]!)
  const ofGunilla = await reportBy('gunilla', claimedByOthers[1]!)
  const image = {
    own: [waiting, mine],
    colleagues: [theirs, claimedByOthers[0]!],
    otherCompanies: [strangers, claimedByOthers[1]!],
    absent: ['0'.repeat(32), 'f'.repeat(32)],
  }
  const toAnna = await reportBy('anna', await upload('anna'))
  await sql`update incident_alerts set employee_id = ${anna} where incident_id = ${toAnna}`.execute(portal.db)

  // Vehicles belong to a company. Numbers and names that Norr has too are left out.
  const vehicles = async (name: 'number' | 'name') => ({
    own: await column(sql`select ${sql.ref(name)} from vehicles where company = 'norr'`),
    colleagues: [],
    otherCompanies: await column(sql`
      select v.${sql.raw(name)} from vehicles v where company <> 'norr' and not exists (
        select from vehicles n where n.company = 'norr' and n.${sql.raw(name)} = v.${sql.raw(name)})`),
    absent: ['99999999', 'Finns inte'],
  })
  const [category] = await column(
    sql`select id from fault_categories where company is null or company = 'norr' limit 1`,
  )
  await sql`insert into fault_categories (company, name, position) values ('vast', 'Bara i Väst', 1)`.execute(portal.db)
  const [number] = await column(sql`select number from vehicles where company = 'norr' limit 1`)
  const fault = { faultCategoryNumber: category, vehicleNumber: number, text: 'Trasig' }

  // The photos of an open fault report are for the whole company, those of a closed one for its reporter.
  const faultPhoto = (userName: string) => upload(userName, '/api/fordonskontroll/uploadimage')
  const faultBy = async (userName: string, state: string) => {
    const name = await faultPhoto(userName)
    const { rows } = await sql<{ number: string }>`
      select v.number from vehicles v join employees e on e.company = v.company and e.user_name = ${userName} limit 1`.execute(
      portal.db,
    )
    const photographed = { ...fault, vehicleNumber: rows[0]?.number, AttachmentUploadBlobNames: [name] }
    await portal.send(userName, 'POST', '/api/fordonskontroll/addfault', { body: photographed })
    await sql`
      update faults f set state = ${state} from fault_pictures p where p.fault_id = f.id and p.name = ${name}`.execute(
      portal.db,
    )
    return name
  }
  const faultImage = {
    own: [await faultPhoto('anna'), await faultBy('anna', 'Klar'), await faultBy('amina', 'Mottagen')],
    colleagues: [await faultPhoto('amina'), await faultBy('amina', 'Klar')],
    otherCompanies: [await faultPhoto('ida'), await faultBy('ida', 'Mottagen')],
    absent: image.absent,
  }

  const attached = (call: AddCall): Named => ({
    ...image,
    own: [],
    field: `POST /api/incident/${call} AttachmentUploadBlobNames`,
    ask: (id) => report(call, { AttachmentUploadBlobNames: [id] }),
  })
  const aboutVehicle = async (call: AddCall): Promise<Named> => ({
    ...(await vehicles('name')),
    field: `POST /api/incident/${call} Fordon`,
    ask: (id) => report(call, { Fordon: id }),
  })

  return [
    { ...inQuery('/api/incident/image', 'name'), ...image },
    {
      ...inBody('/api/incident/larm/last', 'id'),
      own: [toAnna],
      colleagues: await column(sql`select incident_id from incident_alerts where ${colleague}`),
      otherCompanies: [ofGunilla, ...(await column(sql`select incident_id from incident_alerts where ${stranger}`))],
      absent: absentNumbers,
    },
    ...(Object.keys(payloads) as AddCall[]).map(attached),
    await aboutVehicle('addarbetsmiljo'),
    await aboutVehicle('addhotochvald'),
    await aboutVehicle('addfordonsskada'),
    { ...inQuery('/api/fordonskontroll/faultreports', 'vehicleNo'), ...(await vehicles('number')) },
    { ...inBody('/api/fordonskontroll/addfault', 'vehicleNumber', fault), ...(await vehicles('number')) },
    ...(await Promise.all(
      ['avvikelser', 'fel'].map(async (kind) => {
        const images = kind === 'fel' ? faultImage : image
        const [number] = await column(
          sql`select number from cases where kind = ${kind} and company = 'norr' and area = ${area} order by id limit 1`,
        )
        return {
          ...inBody(`/api/kontor/arenden/${kind}/doljbild`, 'name', { number, version: 0, rectangles, why: 'Hej' }),
          own: [],
          colleagues: images.colleagues,
          otherCompanies: images.otherCompanies,
          absent: images.absent,
        }
      }),
    )),
    {
      ...inQuery('/api/kontor/arenden/avvikelser/bild', 'name'),
      own: [image.own[1]!],
      colleagues: [image.colleagues[0]!],
      otherCompanies: image.otherCompanies,
      absent: image.absent,
    },
    {
      ...inQuery('/api/kontor/arenden/fel/bild', 'name'),
      own: [faultImage.own[1]!],
      colleagues: [],
      otherCompanies: faultImage.otherCompanies,
      absent: image.absent,
    },
    {
      ...inBody('/api/fordonskontroll/svara', 'number', { text: 'Hej' }),
      own: [],
      colleagues: await column(
        sql`select number from cases where kind = 'fel' and company = 'norr' and reporter_id <> ${anna}`,
      ),
      otherCompanies: await column(sql`
        select number from cases c where kind = 'fel' and company <> 'norr' and not exists (
          select from cases n where n.kind = 'fel' and n.number = c.number and n.reporter_id = ${anna})`),
      absent: ['F-999999', 'F-888888'],
    },
    { ...inQuery('/api/fordonskontroll/image', 'name'), ...faultImage },
    {
      ...faultImage,
      own: [],
      field: 'POST /api/fordonskontroll/addfault AttachmentUploadBlobNames',
      ask: (id) => ({
        method: 'POST',
        url: '/api/fordonskontroll/addfault',
        body: { ...fault, AttachmentUploadBlobNames: [id] },
      }),
    },
    {
      ...inBody('/api/fordonskontroll/addfault', 'faultCategoryNumber', fault),
      own: [category!],
      colleagues: [],
      otherCompanies: await column(sql`select id from fault_categories where company not in ('norr')`),
      absent: absentNumbers,
    },
  ]
}
