import { queueScreen } from '#core/cases/web/queue-screen.ts'
import type { OfficeArea } from '#platform/web/office/area.ts'
import { commentCases } from '../cases.ts'

export const commentOffice: OfficeArea = {
  screens: [queueScreen({ calls: commentCases, title: 'Kommentarer', icon: 'news' })],
}
