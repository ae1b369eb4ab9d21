import { keepToOnePerson } from './one-person.ts'
import { keepRenewed } from './renewal.ts'

/** What goes on behind the screens of whoever is signed in. */
export function startBackground(): void {
  keepToOnePerson()
  keepRenewed()
}
