import * as z from 'zod/mini'
import type { KeptAnswers } from '#platform/web/phone/copies.ts'
import { getAssignments } from '../calls.ts'
import { Assignment, DayGroup } from '../contract.ts'

const { linje, slag, harTur } = Assignment.shape

/** A copy that the version before kept lacks these fields. */
const KeptAssignment = z.extend(Assignment, {
  linje: z._default(linje, null),
  slag: z._default(slag, 'annat'),
  harTur: z._default(harTur, false),
})

export const keptAssignments: KeptAnswers = [
  [getAssignments, z.array(z.extend(DayGroup, { uppdrag: z.array(KeptAssignment) }))],
]
