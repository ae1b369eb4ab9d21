import { useCall } from '#platform/web/calls/query.ts'
import { getCurrentAssignment } from '../calls.ts'

/** The run under way, else the next one, as the portal says. */
export const useCurrentAssignment = (enabled = true) =>
  useCall(getCurrentAssignment, undefined, { failedText: 'Hämta aktuellt uppdrag misslyckades', enabled })
