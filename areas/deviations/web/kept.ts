import type { KeptAnswers } from '#platform/web/phone/copies.ts'
import { getFormOptions } from '../calls.ts'
import { FormOptions } from '../contract/common.ts'

export const keptDeviations: KeptAnswers = [[getFormOptions, FormOptions]]
