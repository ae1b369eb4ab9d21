import type { ServerArea } from '#platform/server/area.ts'
import { documentImporter } from './import.ts'
import { shelfMigrations } from './migrations.ts'

/** What app lists among the areas: several of them show what a company keeps in folders. */
export const shelves: ServerArea = { name: 'shelves', migrations: shelfMigrations, importers: [documentImporter] }
