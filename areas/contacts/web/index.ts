import type { WebArea } from '#platform/web/shell/area.ts'
import { contactsPath } from './paths.ts'

export const contacts: WebArea = {
  screens: [{ path: contactsPath, title: 'Kontakter', load: () => import('./ContactsScreen.tsx') }],
  menu: [{ path: contactsPath, group: 'company', label: 'Kontakter', icon: 'phone' }],
  findsHere: { kind: 'Kontakter', find: async (typed) => (await import('./find.ts')).findContacts(typed) },
  ahead: async () => (await import('./find.ts')).fetchContactsAhead(),
}
