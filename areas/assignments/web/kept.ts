import * as z from 'zod/mini'
import type { KeptAnswers } from '#platform/web/phone/copies.ts'
import { getAssignments, getTrip } from '../calls.ts'
import { Assignment, DayGroup, Trip } from '../contract.ts'

const { linje, slag, harTur } = Assignment.shape

/** A copy that the portal's previous version has kept lacks these fields. */
const KeptAssignment = z.extend(Assignment, {
  linje: z._default(linje, null),
  slag: z._default(slag, 'annat'),
  harTur: z._default(harTur, false),
})

export const keptAssignments: KeptAnswers = [
  [getAssignments, z.array(z.extend(DayGroup, { uppdrag: z.array(KeptAssignment) }))],
  [getTrip, Trip],
]
