import type { KeptAnswers } from '#platform/web/phone/copies.ts'
import { getLatestTimeReport } from '../calls.ts'
import { LatestTimeReport } from '../contract.ts'

export const keptTimeReport: KeptAnswers = [[getLatestTimeReport, LatestTimeReport]]
