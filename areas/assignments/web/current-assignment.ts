import { useGate } from '#platform/web/calls/profile.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { assignmentsBlockGate, getCurrentAssignment } from '../calls.ts'

/** The run under way, otherwise the next one, as the server returns it. */
export const useCurrentAssignment = (enabled = true) =>
  useCall(getCurrentAssignment, undefined, { failedText: 'Hämta aktuellt uppdrag misslyckades', enabled })

/** Whether the employee has a current or coming duty; undefined until known, and true if it cannot be known. */
export function useHasDuty(): boolean | undefined {
  const asked = useGate()(assignmentsBlockGate)
  const { data, isError } = useCurrentAssignment(asked)
  if (!asked) return false
  return isError || (data === undefined ? undefined : data !== null)
}
