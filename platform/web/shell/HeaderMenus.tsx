import { Dropdown } from '../ui/Dropdown.tsx'
import { linkIcon, userIcon } from '../ui/icons.ts'
import { useHeaderLinks } from '../ui/use-media.ts'
import { HeaderLinks } from './HeaderLinks.tsx'
import { SearchButton } from './SearchButton.tsx'
import { useNavigation } from './use-navigation.ts'
import { UserMenu } from './UserMenu.tsx'

/** The wide header's search field and dropdowns. */
export function HeaderMenus() {
  const roomForLinks = useHeaderLinks()
  const { links } = useNavigation()
  return (
    <>
      <SearchButton place="header" />
      {roomForLinks && links.length > 0 && (
        <Dropdown label="Mina länkar" icon={linkIcon}>
          {(close) => <HeaderLinks links={links} onGo={close} />}
        </Dropdown>
      )}
      <Dropdown label="Meny" icon={userIcon}>
        {(close) => <UserMenu onGo={close} />}
      </Dropdown>
    </>
  )
}
