import { pageAt } from '#platform/contract/pages.ts'
import type { EarlyParts } from '#platform/web/shell/area.ts'
import { variant } from '#platform/web/page/variant.ts'
import { getBossInfo } from '../calls.ts'
import { crisisButton } from './crisis-button.ts'
import { startContent } from './content-request.ts'
import { pathsOf } from '../paths.ts'

const at = pathsOf(variant.crisisGuides).map(([, path]) => pageAt(path))

export const earlyCrisis: EarlyParts = {
  calls: [{ call: getBossInfo, at }],
  beside: crisisButton,
  startsAt: at,
  start: startContent,
}
