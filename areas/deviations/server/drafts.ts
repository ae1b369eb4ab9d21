import type { ModelState } from '#platform/contract/call.ts'
import type { AddThreat } from '../contract/threats.ts'
import { type AddTrafficInformation, noHeading } from '../contract/traffic-information.ts'
import { type AddVehicleDamage, noInsuranceCategory, noPlaceOnBus } from '../contract/vehicle-damage.ts'
import type { AddWorkEnvironment } from '../contract/work-environment.ts'
import { alertsManager, damageFields, damageTypes, reportKinds, type ReportKind } from '../rules.ts'
import type { Detail } from './detail.ts'
import { formOptions } from './options.ts'

/** A report as a call brought it, ready to be kept once its vehicle and pictures are known to be right. */
export type Draft = Detail & {
  readonly rubrik: string
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** `HH:mm`, where the form asks for one. */
  readonly time: string | null
  readonly place: string
  readonly pictures: readonly string[]
  /** Null where the form asks for none. */
  readonly vehicle: string | null
  /** The responsible manager is told at once. */
  readonly alert: boolean
  /** What the lists of options say against it. */
  readonly problems: ModelState
}

export function workEnvironmentDraft(body: AddWorkEnvironment): Draft {
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

export function threatDraft(body: AddThreat): Draft {
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

export function trafficInformationDraft(body: AddTrafficInformation): Draft {
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

export function vehicleDamageDraft(body: AddVehicleDamage): Draft {
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

/** Without the blanks that a phone's keyboard leaves at the end of a field. */
function trimmed<Body extends object>(body: Body): Body {
  return Object.fromEntries(
    Object.entries(body).map(([field, value]) => [field, typeof value === 'string' ? value.trim() : value]),
  ) as Body
}
