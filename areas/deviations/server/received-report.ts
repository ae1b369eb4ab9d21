import type { ModelState } from '#platform/contract/call.ts'
import type { AddThreat } from '../contract/threats.ts'
import { type AddTrafficInformation, noHeading } from '../contract/traffic-information.ts'
import { type AddVehicleDamage, noInsuranceCategory, noPlaceOnBus } from '../contract/vehicle-damage.ts'
import type { AddWorkEnvironment } from '../contract/work-environment.ts'
import { reportKinds, type ReportKind } from '../contract/report-kinds.ts'
import { alertsManager, damageFields, damageTypes } from '../rules.ts'
import type { Detail } from './detail.ts'
import { formOptions } from './options.ts'

/** A report made from the body of a call, ready to be stored once its vehicle and pictures have been checked. */
export type ReceivedReport = Detail & {
  readonly rubrik: string
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** `HH:mm`, if the form asks for one. */
  readonly time: string | null
  readonly place: string
  readonly pictures: readonly string[]
  /** Null if the form does not ask for one. */
  readonly vehicle: string | null
  /** Whether the responsible manager is notified at once. */
  readonly alert: boolean
  /** Values that are not among the options. */
  readonly problems: ModelState
}

export function receivedWorkEnvironment(body: AddWorkEnvironment): ReceivedReport {
  const { Datum, Plats, AttachmentUploadBlobNames, ...detail } = trimmed(body)
  return {
    typ: 'Arbetsmiljöfrågor',
    rubrik: labelOf('work-environment'),
    date: Datum,
    time: null,
    place: Plats,
    pictures: AttachmentUploadBlobNames,
    vehicle: body.Fordon,
    alert: alertsManager.workEnvironment(detail),
    problems: {},
    detail,
  }
}

export function receivedThreat(body: AddThreat): ReceivedReport {
  const { Datum, Plats, AttachmentUploadBlobNames, ...detail } = trimmed(body)
  return {
    typ: 'Hot och våld',
    rubrik: labelOf('threat'),
    date: Datum,
    time: null,
    place: Plats,
    pictures: AttachmentUploadBlobNames,
    vehicle: body.Fordon,
    alert: alertsManager.threat(),
    problems: {},
    detail,
  }
}

export function receivedTrafficInformation(body: AddTrafficInformation): ReceivedReport {
  const { Datum, Plats, AttachmentUploadBlobNames, ...detail } = trimmed(body)
  const option = formOptions.hallplatskategori.find(({ value }) => value === body.Hallplatskategori)
  return {
    typ: 'Trafikinformation',
    rubrik: option?.label ?? '',
    date: Datum,
    time: null,
    place: Plats,
    pictures: AttachmentUploadBlobNames,
    vehicle: null,
    alert: alertsManager.trafficInformation(),
    problems: option ? {} : { Hallplatskategori: [noHeading] },
    detail,
  }
}

export function receivedVehicleDamage(body: AddVehicleDamage): ReceivedReport {
  const { Datum, Plats, AttachmentUploadBlobNames, ...detail } = trimmed(body)
  return {
    typ: 'Fordonsskada',
    rubrik: labelOf('vehicle-damage'),
    date: Datum.slice(0, 10),
    time: Datum.slice(11),
    place: Plats,
    pictures: AttachmentUploadBlobNames,
    vehicle: body.Fordon,
    alert: alertsManager.vehicleDamage(detail),
    problems: damageProblems(detail),
    detail,
  }
}

function damageProblems(
  report: Pick<AddVehicleDamage, 'Skadeplatskategori' | 'ForsakringsKategori' | 'KategoriSpecificering'>,
): ModelState {
  const { skadeplatskategori, forsakringskategori } = formOptions
  const { KategoriSpecificering: typed, ForsakringsKategori: category } = report
  const known = new Set(skadeplatskategori.map(({ label }) => label))
  const { specification } = damageFields(forsakringskategori, category, typed)
  const types: readonly string[] = damageTypes
  return {
    ...(report.Skadeplatskategori.every((label) => known.has(label)) ? {} : { Skadeplatskategori: [noPlaceOnBus] }),
    ...(specification ? {} : { ForsakringsKategori: [noInsuranceCategory] }),
    ...(specification === 'damage-type' && typed !== '' && !types.includes(typed)
      ? { KategoriSpecificering: ['Skadetypen måste väljas från listan'] }
      : {}),
  }
}

const labelOf = (kind: ReportKind) => reportKinds.find((each) => each.kind === kind)?.label ?? ''

/** Removes the blanks that a phone's keyboard leaves at the end of a field. */
function trimmed<Body extends object>(body: Body): Body {
  return Object.fromEntries(
    Object.entries(body).map(([field, value]) => [field, typeof value === 'string' ? value.trim() : value]),
  ) as Body
}
