import * as z from 'zod/mini'
import { text } from '#platform/contract/text.ts'
import { Picked } from './contract.ts'
import { noSuchRole, noView } from './failures.ts'

/** Views of one employee in one queue. Among more than these, nobody finds a view by looking. */
export const MOST_OWN_VIEWS = 20

const Role = z.object({ key: z.string(), name: z.string() })

/** A list that somebody has given a name. */
export const SavedView = z.object({
  id: z.int(),
  name: z.string(),
  query: Picked,
  /** The role whose holders see the view too; null if it is not shared. */
  role: z.nullable(Role),
  /** Who shares it; null if the employee made it. */
  by: z.nullable(z.string()),
  /** Whether the employee may rename and remove it. */
  mine: z.boolean(),
  count: z.int(),
  more: z.boolean(),
})
export type SavedView = z.infer<typeof SavedView>

export const SavedViews = z.object({
  views: z.array(SavedView),
  /** The roles with which a view of this queue can be shared. */
  roles: z.array(Role),
})
export type SavedViews = z.infer<typeof SavedViews>

const id = z.int(noView).check(z.minimum(1, noView))

/** Makes a new view, or changes the one with the `id`. */
export const SaveView = z.strictObject({
  id: z.nullable(id),
  name: text({ max: 60, min: 1, label: 'Namnet', required: 'Skriv ett namn på vyn.' }),
  role: z.nullable(z.string().check(z.maxLength(40, noSuchRole))),
  query: Picked,
})
export type SaveView = z.infer<typeof SaveView>

export const OneView = z.strictObject({ id })
export type OneView = z.infer<typeof OneView>
