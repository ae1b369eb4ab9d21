import { basename } from 'node:path'
import type { TestInfo } from '@playwright/test'
import { turnOf } from '../checks/turns.ts'

/**
 * What goes over the list of screens, tries what would lose or show somebody's data, or carries over what an earlier version left: these run
 * whole in `npm test`, each at one width.
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

/** Of the other journeys `npm test` runs those whose turn it is at this commit. */
export const TURNS = 14

/** Whether a journey runs in `npm test`, at this width, in a turn; all do where none is given. */
export function isSampled(
  { file, title, tags, project }: Pick<TestInfo, 'file' | 'title' | 'tags' | 'project'>,
  turn = process.env.JOURNEYS_SAMPLED,
): boolean {
  if (turn === undefined) return true
  const spec = basename(file, '.spec.ts')
  if (!whole.has(spec)) return turnOf(`${project.name} ${spec} ${title}`, TURNS) === turn
  return !tags.includes('@wide') || turnOf(`${spec} ${title}`, 2) === (project.name === 'desktop' ? '1' : '0')
}
