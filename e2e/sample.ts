import { basename } from 'node:path'
import type { TestInfo } from '@playwright/test'
import { isInSample } from '../checks/effort.ts'

/** What goes over the list of screens, or tries what would lose or show somebody's data: these run whole in `npm test`. */
const whole: ReadonlySet<string> = new Set([
  'every-screen',
  'gating',
  'layout-shift',
  'modes',
  'news-xss',
  'outbox',
  'sign-in',
  'sign-out',
  'token',
  'weights',
])

const share = 0.1

/** Whether a journey runs. `npm test`, and only it, runs this share of those that are not above, others at each width. */
export function isSampled({ file, title, project }: Pick<TestInfo, 'file' | 'title' | 'project'>): boolean {
  const spec = basename(file, '.spec.ts')
  return !process.env.JOURNEYS_SAMPLED || whole.has(spec) || isInSample(`${project.name} ${spec} ${title}`, share)
}
