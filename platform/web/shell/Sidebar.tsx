import { variant } from '../page/variant.ts'
import { MenuLists } from './MenuLists.tsx'
import { Person } from './Person.tsx'
import styles from './Sidebar.module.css'

/** The menu of a wide screen. */
export function Sidebar() {
  return (
    <nav className={styles['sidebar']} aria-label="Huvudmeny">
      <Person />
      <MenuLists />
      <BuildLabel />
    </nav>
  )
}

/** The build that is running: specified in the menu, so it is its quietest line. */
export function BuildLabel() {
  return <p className={styles['build']}>Version {variant.version}</p>
}
