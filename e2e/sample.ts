import { basename } from 'node:path'
import type { TestInfo } from '@playwright/test'
import { isInSample } from '../checks/effort.ts'

/** What goes over the list of screens, or tries what would lose or show somebody's data: these run whole in `npm test`, each at one width. */
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

const share = 0.07

/** Whether a journey runs. `npm test`, and only it, runs those above, and this share of the others, with different ones at each width. */
export function isSampled({
  file,
  title,
  tags,
  project,
}: Pick<TestInfo, 'file' | 'title' | 'tags' | 'project'>): boolean {
  if (!process.env.JOURNEYS_SAMPLED) return true
  const spec = basename(file, '.spec.ts')
  if (!whole.has(spec)) return isInSample(`${project.name} ${spec} ${title}`, share)
  return !tags.includes('@wide') || isInSample(`${spec} ${title}`, 0.5) === (project.name === 'desktop')
}
