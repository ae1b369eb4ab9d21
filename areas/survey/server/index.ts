import type { ServerArea } from '#platform/server/area.ts'
import { demoSurveys } from './demo.ts'
import { surveyImport } from './import-survey.ts'
import { surveyTables } from './migrations/2026-11-27-survey.ts'
import { surveyRoutes } from './routes.ts'
import { shuffle } from './shuffle.ts'

export const survey: ServerArea = {
  name: 'survey',
  migrations: { '2026-11-27-survey': surveyTables },
  routes: surveyRoutes,
  hourly: ({ db }) => shuffle(db),
  demo: ({ db }, today) => demoSurveys(db, today),
  importers: [surveyImport],
}
