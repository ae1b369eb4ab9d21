import { get, kept, post, upload } from '#platform/contract/call.ts'
import type { Image, ImageQuery, ImageReference } from '#core/pictures/contract.ts'
import type { Added, FormOptions } from './contract/common.ts'
import type { Alert, AlertRead, Deviation, ReadAlert } from './contract/list.ts'
import type { AddThreat } from './contract/threats.ts'
import type { AddTrafficInformation } from './contract/traffic-information.ts'
import type { AddVehicleDamage } from './contract/vehicle-damage.ts'
import type { AddWorkEnvironment } from './contract/work-environment.ts'
import { deviationsGate } from './gate.ts'

/** 200 reports per page, newest first. */
export const getDeviations = get<Deviation[], { page?: number } | undefined>('/api/incident/list', deviationsGate)
/** The lists of options, which contain no personal data. They are kept on the phone, so that a report can be made without coverage. */
export const getFormOptions = kept(get<FormOptions>('/api/incident/formoptions', deviationsGate))

/** One picture in the multipart field `file`. */
export const uploadImage = upload<ImageReference>('/api/incident/uploadimage', deviationsGate)
/** A picture of a report that the employee may see, or one that he or she has just uploaded. */
export const getImage = get<Image, ImageQuery>('/api/incident/image', deviationsGate)

export const addWorkEnvironment = post<Added, AddWorkEnvironment>('/api/incident/addarbetsmiljo', deviationsGate)
export const addThreat = post<Added, AddThreat>('/api/incident/addhotochvald', deviationsGate)
export const addTrafficInformation = post<Added, AddTrafficInformation>(
  '/api/incident/addtrafikinformation',
  deviationsGate,
)
export const addVehicleDamage = post<Added, AddVehicleDamage>('/api/incident/addfordonsskada', deviationsGate)

/** Threats, injuries and near misses that the employee is responsible for and has not opened. */
export const getAlerts = get<Alert[]>('/api/incident/larm', deviationsGate)
export const readAlert = post<AlertRead, ReadAlert>('/api/incident/larm/last', deviationsGate)
