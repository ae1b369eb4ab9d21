import { useHeaderLinks } from '../ui/use-media.ts'
import { variant } from '../page/variant.ts'
import { HeaderLinks } from './HeaderLinks.tsx'
import { BuildLabel, NavHeading, ScreenLinks } from './NavList.tsx'
import styles from './Sidebar.module.css'
import { useNavigation } from './use-navigation.ts'

export function Sidebar() {
  return (
    <nav className={styles['sidebar']} aria-label="Huvudmeny">
      <MenuLists />
      <div className={styles['end']}>
        <BuildLabel version={variant.version} />
      </div>
    </nav>
  )
}

/** The screens, and 'Mina länkar' if the header has no room for them. On a phone the Meny sheet contains the same. */
export function MenuLists({ onGo }: { onGo?: (() => void) | undefined }) {
  const linksAreInHeader = useHeaderLinks()
  const { links } = useNavigation()
  return (
    <div>
      <ScreenLinks onGo={onGo} />
      {!linksAreInHeader && links.length > 0 && (
        <>
          <NavHeading>Mina länkar</NavHeading>
          <HeaderLinks onGo={onGo} />
        </>
      )}
    </div>
  )
}
