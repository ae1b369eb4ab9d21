import type { ServerArea } from '#platform/server/area.ts'
import { addDemoDetails } from './demo/details.ts'
import { endAgain } from './ended-again.ts'
import { type OfPlaces, type OnLeft, peopleImporter } from './import/import-people.ts'
import { peopleMigrations } from './migrations.ts'
import { peopleRoutes } from './routes.ts'

export const peopleWith = (onLeft: OnLeft, ofPlaces: OfPlaces): ServerArea => ({
  name: 'people',
  migrations: peopleMigrations,
  routes: peopleRoutes,
  importers: [peopleImporter(onLeft, ofPlaces)],
  eraseAgain: endAgain,
  demo: addDemoDetails,
})
