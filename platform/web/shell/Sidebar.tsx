import { useHeaderLinks } from '../ui/use-media.ts'
import { variant } from '../variant.ts'
import { BuildLabel, HeaderLinks, NavHeading, ScreenLinks } from './NavList.tsx'
import styles from './Sidebar.module.css'
import { useNavigation } from './use-navigation.ts'

export function Sidebar() {
  return (
    <nav className={styles['sidebar']} aria-label="Huvudmeny">
      <SidebarContent />
    </nav>
  )
}

/** The menu as the sidebar has it; on a phone the Meny sheet holds the same. */
export function SidebarContent({ onGo }: { onGo?: () => void }) {
  const linksAreInHeader = useHeaderLinks()
  const { links } = useNavigation()
  return (
    <>
      <ScreenLinks {...(onGo ? { onGo } : {})} />
      {!linksAreInHeader && links.length > 0 && (
        <>
          <NavHeading>Mina länkar</NavHeading>
          <HeaderLinks {...(onGo ? { onGo } : {})} />
        </>
      )}
      <div className={styles['end']}>
        <BuildLabel version={variant.version} />
      </div>
    </>
  )
}
