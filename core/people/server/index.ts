import type { ServerArea } from '#platform/server/area.ts'
import { peopleMigrations } from './migrations.ts'
import { peopleRoutes } from './routes.ts'

export const people: ServerArea = { name: 'people', migrations: peopleMigrations, routes: peopleRoutes }
