import { getProfile } from '#platform/contract/profile.ts'
import type { EarlyParts } from '#platform/web/shell/area.ts'
import { earlyAssignments } from '../../areas/assignments/web/early.ts'
import { earlyCrisis } from '../../areas/crisis/web/early.ts'

/** What a page cannot be drawn without, asked for beside the main script and not after it. Keep it at two calls a page. */
export const early: readonly EarlyParts[] = [{ calls: [{ call: getProfile }] }, earlyAssignments, earlyCrisis]
