import type { WebArea } from '#platform/web/shell/area.ts'

export const diagnostics: WebArea = {
  pages: [{ path: 'diagnostics', title: 'Diagnostik', signedIn: true, load: () => import('./DiagnosticsPage.tsx') }],
}
