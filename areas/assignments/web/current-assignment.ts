import { useCall } from '#platform/web/calls/query.ts'
import { getCurrentAssignment } from '../calls.ts'

/** The run under way, otherwise the next one, as the server returns it. */
export const useCurrentAssignment = (enabled = true) =>
  useCall(getCurrentAssignment, undefined, { failedText: 'Hämta aktuellt uppdrag misslyckades', enabled })
