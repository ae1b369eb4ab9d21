import { actingIn } from '#core/cases/server/change.ts'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { reach } from '#core/people/server/roles/reach.ts'
import { Statistics } from '#platform/contract/statistics.ts'
import { getDeviationStatistics } from '../office-calls.ts'
import { deviationStatistics } from './statistics.ts'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import * as z from 'zod/mini'
import { enteredBy, recordEntered, reporterFor } from '#core/cases/server/on-behalf.ts'
import { openCase } from '#core/cases/server/reporter.ts'
import { caseRoutes } from '#core/cases/server/routes.ts'
import { claimValues } from '#platform/contract/claims.ts'
import type { ModelState } from '#platform/contract/call.ts'
import { Image, ImageQuery, ImageReference } from '#core/pictures/contract.ts'
import { reportPictures } from '#core/pictures/server/report-pictures.ts'
import { hasVehicleNamed } from '#core/vehicles/server/store.ts'
import type { Database, Platform, Ports } from '#platform/server/area.ts'
import type { AllWritten } from '#platform/server/db/rows.ts'
import type { SignedIn } from '#platform/server/http/signed-in.ts'
import { alsoFor, answer, type Ask } from '#platform/server/http/answer.ts'
import { notFound, refused } from '#platform/server/http/errors.ts'
import { once } from '#platform/server/http/once.ts'
import {
  addThreat,
  addTrafficInformation,
  addVehicleDamage,
  addWorkEnvironment,
  getAlerts,
  getDeviations,
  getFormOptions,
  getImage,
  readAlert,
  uploadImage,
} from '../calls.ts'
import { Added, FormOptions, vehicleName } from '../contract/common.ts'
import { Alert, AlertRead, Deviation, ListQuery, ReadAlert } from '../contract/list.ts'
import { ThreatFor, TrafficInformationFor, VehicleDamageFor, WorkEnvironmentFor } from '../contract/on-behalf.ts'
import { AddThreat } from '../contract/threats.ts'
import { AddTrafficInformation } from '../contract/traffic-information.ts'
import { AddVehicleDamage } from '../contract/vehicle-damage.ts'
import { AddWorkEnvironment } from '../contract/work-environment.ts'
import {
  addThreatFor,
  addTrafficInformationFor,
  addVehicleDamageFor,
  addWorkEnvironmentFor,
  deviationCases,
  getYear,
} from '../cases.ts'
import { YearQuery, YearSummary } from '../contract/year.ts'
import { vehicleProblem } from '../rules.ts'
import { markRead, unreadAlerts } from './alerts.ts'
import { wireDetail } from './detail.ts'
import {
  receivedThreat,
  receivedTrafficInformation,
  receivedVehicleDamage,
  receivedWorkEnvironment,
  type ReceivedReport,
} from './received-report.ts'
import { formOptions } from './options.ts'
import { incidentPictures, visiblePicture } from './picture-store.ts'
import { categoryOf, deviationQueue, newCaseOf } from './queue.ts'
import { recordReads } from './read-log.ts'
import { addReport, listReports, numberOfReport, type ListedReport } from './store.ts'
import { yearOf } from './year.ts'

export function deviationRoutes(app: FastifyInstance, platform: Platform, { duties }: Pick<Ports, 'duties'>): void {
  const { db, clock, variants, reads = db } = platform
  const acting = actingIn(platform)
  const photos = reportPictures(incidentPictures, platform)

  answer(app, getDeviationStatistics, { answer: Statistics }, ({ employee }) =>
    deviationStatistics({ db: reads, duties }, reach(employee, 'statistics.deviations'), {
      now: clock(),
      timeZone: variants.timeZoneOf(employee.company),
    }),
  )

  const alsoWrong = (ask: Ask<unknown, unknown>) => {
    const fordon: unknown = (ask.body as { Fordon?: unknown } | null)?.Fordon
    const name = vehicleName.safeParse(fordon)
    return wrongVehicle(db, ask, name.success ? name.data : null)
  }

  answer(app, getDeviations, { query: ListQuery, answer: z.array(Deviation) }, async ({ employee, query, request }) => {
    const reports = await listReports(db, employee, query?.page ?? 0)
    await recordReads(db, { at: clock(), request, employee }, reports)
    return reports.map(deviationOf)
  })

  answer(app, alsoFor(getFormOptions, addThreatFor.gate), { answer: FormOptions }, () => formOptions)

  answer(app, getAlerts, { answer: z.array(Alert) }, async ({ employee, request }) => {
    const alerts = await unreadAlerts(db, employee)
    await recordReads(db, { at: clock(), request, employee }, alerts)
    return alerts
  })

  answer(app, readAlert, { body: ReadAlert, answer: AlertRead }, async ({ employee, body }) => {
    if (!(await markRead(db, employee, body, clock()))) throw notFound()
    return { status: 'OK' as const }
  })

  answer(app, getImage, { query: ImageQuery, answer: Image }, async ({ employee, query, request }) => {
    const seen = await visiblePicture(db, employee, query.name)
    const image = seen && (await photos.read(query))
    if (!image) throw notFound()
    if (seen.report) await recordReads(db, { at: clock(), request, employee }, [seen.report])
    return image
  })

  answer(app, addWorkEnvironment, { body: AddWorkEnvironment, answer: Added, alsoWrong }, (ask) =>
    add(ask, receivedWorkEnvironment(ask.body)),
  )
  answer(app, addThreat, { body: AddThreat, answer: Added, alsoWrong }, (ask) => add(ask, receivedThreat(ask.body)))
  answer(app, addTrafficInformation, { body: AddTrafficInformation, answer: Added }, (ask) =>
    add(ask, receivedTrafficInformation(ask.body)),
  )
  answer(app, addVehicleDamage, { body: AddVehicleDamage, answer: Added, alsoWrong }, (ask) =>
    add(ask, receivedVehicleDamage(ask.body)),
  )

  answer(app, addWorkEnvironmentFor, { body: WorkEnvironmentFor, answer: Added, alsoWrong }, (ask) => {
    const { own, behalf } = splitForm(ask.body)
    return add(ask, receivedWorkEnvironment(own), behalf)
  })
  answer(app, addThreatFor, { body: ThreatFor, answer: Added, alsoWrong }, (ask) => {
    const { own, behalf } = splitForm(ask.body)
    return add(ask, receivedThreat(own), behalf)
  })
  answer(app, addTrafficInformationFor, { body: TrafficInformationFor, answer: Added }, (ask) => {
    const { own, behalf } = splitForm(ask.body)
    return add(ask, receivedTrafficInformation(own), behalf)
  })
  answer(app, addVehicleDamageFor, { body: VehicleDamageFor, answer: Added, alsoWrong }, (ask) => {
    const { own, behalf } = splitForm(ask.body)
    return add(ask, receivedVehicleDamage(own), behalf)
  })

  void app.register(async (uploads) => {
    await uploads.register(multipart)
    answer(uploads, alsoFor(uploadImage, addThreatFor.gate), { answer: ImageReference }, (ask) => photos.take(ask))
  })
  caseRoutes(app, platform, deviationQueue)
  answer(app, getYear, { query: YearQuery, answer: YearSummary }, (ask) => yearOf(db, acting(ask), ask.query.year))

  async function add(
    ask: Ask<unknown, { AttachmentUploadBlobNames: string[] }>,
    report: ReceivedReport,
    behalf?: ForSomebody,
  ): Promise<Added> {
    const { employee } = ask
    const pictures = await photos.find(employee, report.pictures)
    const at = clock()
    // The names of the pictures do not make it another report: a phone that never got the answer may send the report again after the first
    // pictures became too old and were uploaded under new names.
    const { AttachmentUploadBlobNames: _names, ...content } = ask.body
    const { id } = await once(db, { ...ask, body: content }, at, async (tx) => {
      const problems = { ...report.problems, ...(await wrongVehicle(tx, ask, report.vehicle)) }
      if (Object.keys(problems).length > 0) throw refused(problems)
      const atLocal = wallClockIn(variants.timeZoneOf(employee.company), at)
      const reporter = behalf
        ? await reporterFor(tx, deviationCases, ask, { reporterId: behalf.reporterId, category: categoryOf(report) })
        : {
            id: employee.id,
            company: employee.company,
            area: claimValues(employee.claims, 'IntraCompanyArea')[0] ?? null,
          }
      const { id, number, responsibleId } = await addReport(tx, reporter, { ...report, at, atLocal })
      const { company, area } = reporter
      const opened = newCaseOf(report, { company, id, number, area, reporterId: reporter.id, responsibleId })
      const timeZone = variants.timeZoneOf(employee.company)
      await openCase(tx, deviationQueue, opened, { at, timeZone })
      if (behalf) {
        const { reporterId: _reporter, way, ...unwritten } = behalf
        unwritten satisfies AllWritten
        await recordEntered(tx, deviationQueue, acting(ask, at), opened, way)
      }
      await pictures.claim(tx, id)
      return { id }
    })
    return { id, nummer: await numberOfReport(db, employee.company, id) }
  }
}

type ForSomebody = Omit<ThreatFor, keyof AddThreat>

/** Splits an entered report into the employee's form and what the office adds to it. */
function splitForm<Body extends ForSomebody>({ reporterId, way, ...own }: Body) {
  const behalf: Required<ForSomebody> = { reporterId, way }
  return { own, behalf }
}

/**
 * The problem with the report's bus, by field: it is not one of the company's, or is missing in a variant without a list. Empty if the form
 * does not ask for a bus.
 */
async function wrongVehicle(
  db: Database,
  { employee, variant }: Pick<SignedIn, 'employee' | 'variant'>,
  fordon: string | null,
): Promise<ModelState> {
  if (fordon === null) return {}
  const isKnown = variant.vehicleList && (await hasVehicleNamed(db, employee.company, fordon))
  const problem = vehicleProblem(fordon, variant.vehicleList ? { has: () => isKnown } : null)
  return problem ? { Fordon: [problem] } : {}
}

function deviationOf({ typ, detail, entering, ...common }: ListedReport): Deviation {
  // `typ` and `detail` belong together, which TypeScript no longer knows after destructuring.
  return {
    ...common,
    inskrivenAv: enteredBy(entering),
    ...wireDetail({ typ, detail } as Parameters<typeof wireDetail>[0]),
  }
}
