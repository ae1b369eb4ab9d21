import { startPage } from '#platform/contract/pages.ts'
import { lazy, Suspense } from 'react'
import { Link } from '../ui/Link.tsx'
import { Dropdown } from '../ui/Dropdown.tsx'
import { linkIcon, userIcon } from '../ui/icons.ts'
import { useHeaderLinks, useWide } from '../ui/use-media.ts'
import { variant } from '../page/variant.ts'
import styles from './Header.module.css'
import { HeaderLinks } from './HeaderLinks.tsx'
import { SearchButton } from './SearchButton.tsx'
import { useNavigation } from './use-navigation.ts'
import { fetchUserMenu } from './menus.ts'

const UserMenu = lazy(fetchUserMenu)

export function Header() {
  const wide = useWide()
  const roomForLinks = useHeaderLinks()
  const { links } = useNavigation()
  return (
    <header className={styles['header']}>
      <Link className={styles['brand']} to={startPage}>
        <img src="/variant/logo.svg" alt="" width="32" height="32" />
        <span className={styles['title']}>{variant.title}</span>
      </Link>
      {wide && (
        <div className={styles['menus']}>
          <SearchButton place="header" />
          {roomForLinks && links.length > 0 && (
            <Dropdown label="Mina länkar" icon={linkIcon}>
              {(close) => <HeaderLinks onGo={close} />}
            </Dropdown>
          )}
          <Dropdown label="Meny" icon={userIcon}>
            {(close) => (
              <Suspense>
                <UserMenu onGo={close} />
              </Suspense>
            )}
          </Dropdown>
        </div>
      )}
    </header>
  )
}
