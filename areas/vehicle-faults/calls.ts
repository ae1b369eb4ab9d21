import type { Reply } from '#core/cases/messages.ts'
import type { Image, ImageQuery, ImageReference } from '#core/pictures/contract.ts'
import { get, kept, post, upload } from '#platform/contract/call.ts'
import type { AddFault, FaultCategory, FaultReport, LastMonth, OwnFaultReports } from './contract.ts'
import { faultsGate } from './gate.ts'

export const getFaultCategories = kept(get<FaultCategory[]>('/api/fordonskontroll/categories', faultsGate))
export const getActiveFaults = kept(
  get<FaultReport[], { vehicleNo: string; page?: number }>('/api/fordonskontroll/faultreports', faultsGate),
)
export const getOwnFaults = kept(get<OwnFaultReports, { page?: number }>('/api/fordonskontroll/mina', faultsGate))
export const addFault = post<boolean, AddFault>('/api/fordonskontroll/addfault', faultsGate)
/** What the reporter answers when the workshop has asked. */
export const replyToWorkshop = post<true, Reply>('/api/fordonskontroll/svara', faultsGate)

/** One photo in the multipart field `file`. */
export const uploadFaultPicture = upload<ImageReference>('/api/fordonskontroll/uploadimage', faultsGate)
/** A photo of an open report of the company or of an own one, or one that the employee has just uploaded. */
export const getFaultPicture = kept(get<Image, ImageQuery>('/api/fordonskontroll/image', faultsGate))

/** What became of last month's reports of the whole company; null if there were too few. */
export const getLastMonth = get<LastMonth | null>('/api/fordonskontroll/manad', faultsGate)
