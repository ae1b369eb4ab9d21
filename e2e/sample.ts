import { basename } from 'node:path'
import type { TestInfo } from '@playwright/test'
import { turnOf } from '../checks/turns.ts'

/**
 * Journeys that go over the list of screens, that try what could lose or reveal an employee's data, or that use the storage of an earlier
 * version. These specs run whole in `npm test`, each journey at one width.
 */
const whole: ReadonlySet<string> = new Set([
  'earlier-version',
  'every-screen',
  'gating',
  'import',
  'layout-shift',
  'modes',
  'news-xss',
  'outbox',
  'sign-in',
  'sign-out',
  'token',
  'weights',
])

/** `npm test` runs one of so many parts of the other journeys; the commit decides which part. */
export const TURNS = 14

/** Whether a journey runs in `npm test` at this width in this turn. All journeys run if no turn is given. */
export function isSampled(
  { file, title, tags, project }: Pick<TestInfo, 'file' | 'title' | 'tags' | 'project'>,
  turn = process.env.JOURNEYS_SAMPLED,
): boolean {
  if (turn === undefined) return true
  const spec = basename(file, '.spec.ts')
  if (!whole.has(spec)) return turnOf(`${project.name} ${spec} ${title}`, TURNS) === turn
  return !tags.includes('@wide') || turnOf(`${spec} ${title}`, 2) === (project.name === 'desktop' ? '1' : '0')
}
