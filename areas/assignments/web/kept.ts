import type { KeptAnswers } from '#platform/web/phone/copies.ts'
import { getAssignments } from '../calls.ts'
import { DayGroups } from '../contract.ts'

export const keptAssignments: KeptAnswers = [[getAssignments, DayGroups]]
