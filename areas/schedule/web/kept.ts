import type { KeptAnswers } from '#platform/web/phone/copies.ts'
import { getSchedule } from '../calls.ts'
import { Schedule } from '../contract.ts'

export const keptSchedule: KeptAnswers = [[getSchedule, Schedule]]
