import type { KeptAnswers } from '#platform/web/phone/copies.ts'
import { getSchedule, getScheduleDays } from '../calls.ts'
import { Schedule, ScheduleDays } from '../contract.ts'

export const keptSchedule: KeptAnswers = [
  [getSchedule, Schedule],
  [getScheduleDays, ScheduleDays],
]
