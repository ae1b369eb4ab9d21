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
/** The reporter's answer to a question of the workshop. */
export const replyToWorkshop = post<true, Reply>('/api/fordonskontroll/svara', faultsGate)

/** One photo in the multipart field `file`. */
export const uploadFaultPicture = upload<ImageReference>('/api/fordonskontroll/uploadimage', faultsGate)
/** A photo of an open report of the company, of one of the employee's own reports, or one that the employee has just uploaded. */
export const getFaultPicture = kept(get<Image, ImageQuery>('/api/fordonskontroll/image', faultsGate))

/** How many of the whole company's reports of last month were repaired; null if there were too few reports. */
export const getLastMonth = get<LastMonth | null>('/api/fordonskontroll/manad', faultsGate)
