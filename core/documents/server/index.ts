import type { ServerArea } from '#platform/server/area.ts'
import { eachByItself } from '#platform/server/each-by-itself.ts'
import { documentMigrations } from './migrations.ts'
import { documentRoutes } from './routes.ts'
import { documentImporter } from './shelves/import.ts'
import { shelfMigrations } from './shelves/migrations.ts'
import { readDueTexts } from './shelves/read-texts.ts'
import type { Shelf } from './shelves/shelf.ts'
import { shelvedForAreas } from './shelves/store.ts'
import { documentStore, forgetDocumentsAgain, storedDocuments } from './store.ts'

/** Files that the portal serves, and the shelves that areas bring by their doors. */
export const documentsWith = (shelves: readonly Shelf[]): ServerArea => ({
  name: 'documents',
  migrations: { ...documentMigrations, ...shelfMigrations },
  routes: documentRoutes,
  hourly: (platform) =>
    eachByItself(
      () => documentStore(platform).removeForgotten(),
      () => readDueTexts(platform),
    ),
  fileFolder: 'documents',
  storedFiles: storedDocuments,
  eraseAgain: forgetDocumentsAgain,
  ofPlaces: shelvedForAreas,
  importers: [documentImporter(shelves)],
})
