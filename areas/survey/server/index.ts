import type { ServerArea } from '#platform/server/area.ts'
import { demoSurveys } from './demo/demo.ts'
import { surveyImport } from './import-survey.ts'
import { surveyTables } from './migrations/2026-11-27-survey.ts'
import { sealedAnswers } from './migrations/2026-12-04-sealed-answers.ts'
import { mix } from './mix.ts'
import { surveyRoutes } from './routes.ts'

export const survey: ServerArea = {
  name: 'survey',
  migrations: { '2026-11-27-survey': surveyTables, '2026-12-04-sealed-answers': sealedAnswers },
  routes: surveyRoutes,
  hourly: mix,
  demo: ({ db }, today) => demoSurveys(db, today),
  importers: [surveyImport],
}
