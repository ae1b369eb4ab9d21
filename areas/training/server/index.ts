import type { WithShelf } from '#core/documents/server/shelves/shelf.ts'
import type { ServerArea } from '#platform/server/area.ts'
import { demoTraining } from './demo/demo.ts'
import { forgetInEvaluations } from './forget-evaluations.ts'
import { courseImporter } from './import-courses.ts'
import { training as tables } from './migrations/2026-11-28-training.ts'
import { oneEvaluation } from './migrations/2026-12-03-one-evaluation.ts'
import { trainingRoutes } from './routes.ts'
import { certificateShelf } from './shelf.ts'
import { forgetOldAttendances } from './store.ts'

export const training: ServerArea & WithShelf = {
  name: 'training',
  migrations: { '2026-11-28-training': tables, '2026-12-03-one-evaluation': oneEvaluation },
  routes: trainingRoutes,
  importers: [courseImporter],
  forgetEmployee: forgetInEvaluations,
  nightly: ({ db, clock }) => forgetOldAttendances(db, clock()),
  shelf: certificateShelf,
  demo: demoTraining,
}
