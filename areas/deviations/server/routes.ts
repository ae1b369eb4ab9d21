import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import * as z from 'zod/mini'
import type { ModelState } from '#platform/contract/call.ts'
import { Image, ImageQuery, ImageReference } from '#core/pictures/contract.ts'
import { reportPictures } from '#core/pictures/server/report-pictures.ts'
import { hasVehicleNamed } from '#core/vehicles/server/store.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import type { SignedIn } from '#platform/server/http/signed-in.ts'
import { answer, type Ask } from '#platform/server/http/answer.ts'
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
import { AddThreat } from '../contract/threats.ts'
import { AddTrafficInformation } from '../contract/traffic-information.ts'
import { AddVehicleDamage } from '../contract/vehicle-damage.ts'
import { AddWorkEnvironment } from '../contract/work-environment.ts'
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
import { logReads } from './read-log.ts'
import { addReport, listReports, numberOfReport, type ListedReport } from './store.ts'

export function deviationRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, clock, variants } = platform
  const photos = reportPictures(incidentPictures, platform)

  const alsoWrong = (ask: Ask<unknown, unknown>) => {
    const fordon: unknown = (ask.body as { Fordon?: unknown } | null)?.Fordon
    const name = vehicleName.safeParse(fordon)
    return wrongVehicle(db, ask, name.success ? name.data : null)
  }

  // Threats and injuries must not be cached (in a separate Fastify scope, so that only these calls get the header).
  void app.register(async (calls) => {
    answer(
      calls,
      getDeviations,
      { query: ListQuery, answer: z.array(Deviation) },
      async ({ employee, query, request }) => {
        const reports = await listReports(db, employee, query?.page ?? 0)
        logReads(request, employee, reports)
        return reports.map(deviationOf)
      },
    )

    answer(calls, getFormOptions, { answer: FormOptions }, () => formOptions)

    answer(calls, getAlerts, { answer: z.array(Alert) }, async ({ employee, request }) => {
      const alerts = await unreadAlerts(db, employee)
      logReads(request, employee, alerts)
      return alerts
    })

    answer(calls, readAlert, { body: ReadAlert, answer: AlertRead }, async ({ employee, body }) => {
      if (!(await markRead(db, employee, body.id, clock()))) throw notFound()
      return { status: 'OK' as const }
    })

    answer(calls, getImage, { query: ImageQuery, answer: Image }, async ({ employee, query, request }) => {
      const seen = await visiblePicture(db, employee, query.name)
      const image = seen && (await photos.read(query))
      if (!image) throw notFound()
      if (seen.report) logReads(request, employee, [seen.report])
      return image
    })

    answer(calls, addWorkEnvironment, { body: AddWorkEnvironment, answer: Added, alsoWrong }, (ask) =>
      add(ask, receivedWorkEnvironment(ask.body)),
    )
    answer(calls, addThreat, { body: AddThreat, answer: Added, alsoWrong }, (ask) => add(ask, receivedThreat(ask.body)))
    answer(calls, addTrafficInformation, { body: AddTrafficInformation, answer: Added }, (ask) =>
      add(ask, receivedTrafficInformation(ask.body)),
    )
    answer(calls, addVehicleDamage, { body: AddVehicleDamage, answer: Added, alsoWrong }, (ask) =>
      add(ask, receivedVehicleDamage(ask.body)),
    )

    await calls.register(async (uploads) => {
      await uploads.register(multipart)
      answer(uploads, uploadImage, { answer: ImageReference }, (ask) => photos.take(ask))
    })
  })

  async function add(
    ask: Ask<unknown, { AttachmentUploadBlobNames: string[] }>,
    report: ReceivedReport,
  ): Promise<Added> {
    const { employee } = ask
    const at = clock()
    // Without the names of the pictures, which do not make it another report: a phone that never got the answer may send it again
    // when the first pictures are too old and have been uploaded under new names.
    const { AttachmentUploadBlobNames: _names, ...content } = ask.body
    const { id } = await once(db, { ...ask, body: content }, at, async (tx) => {
      const problems = { ...report.problems, ...(await wrongVehicle(tx, ask, report.vehicle)) }
      if (Object.keys(problems).length > 0) throw refused(problems)
      const atLocal = wallClockIn(variants.timeZoneOf(employee.company), at)
      const id = await addReport(tx, employee, { ...report, at, atLocal })
      await photos.claim(tx, employee, id, report.pictures)
      return { id }
    })
    return { id, nummer: await numberOfReport(db, employee.company, id) }
  }
}

/** The problem with the report's bus: not one of the company's, or none at all if the variant has no list. None if the form asks for no bus. */
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

function deviationOf({ typ, detail, ...common }: ListedReport): Deviation {
  // `typ` and `detail` belong together, which TypeScript no longer knows after destructuring.
  return { ...common, ...wireDetail({ typ, detail } as Parameters<typeof wireDetail>[0]) }
}
