import { inOffice } from '#platform/contract/claims.ts'
import { officePath } from '#platform/contract/office-pages.ts'
import { pageAt, startPage } from '#platform/contract/pages.ts'
import { useGate } from '../calls/profile.ts'
import { classes } from '../ui/class-names.ts'
import { Icon } from '../ui/Icon.tsx'
import { externalIcon } from '../ui/icons.ts'
import { useHeaderLinks } from '../ui/use-media.ts'
import type { HeaderLink } from './area.ts'
import { HeaderLinks } from './HeaderLinks.tsx'
import { byGroup } from './menu-groups.ts'
import type { VisibleEntry } from './navigation.ts'
import { NavGroup, NavItem } from './NavList.tsx'
import styles from './NavList.module.css'
import { useNavigation } from './use-navigation.ts'

interface MenuListsProps {
  /** For the phone's menu: entries that are also in the bottom bar come last in each group. */
  belowBar?: boolean
  onGo?: (() => void) | undefined
}

/**
 * The screens by group, and 'Mina länkar' if the header has no room for them. A link with the name of one of the portal's own pages
 * is in that page's row.
 */
export function MenuLists({ belowBar, onGo }: MenuListsProps) {
  const linksAreInHeader = useHeaderLinks()
  const navigation = useNavigation()
  const { menu, bar } = navigation
  const links = linksAreInHeader ? [] : navigation.links
  const named = new Set(menu.map(({ label }) => label))
  const others = links.filter(({ label }) => !named.has(label))
  const isInBar = (entry: VisibleEntry) => belowBar && bar.some(({ path }) => path === entry.path)
  const groups = byGroup([...menu.filter((entry) => !isInBar(entry)), ...menu.filter(isInBar)])
  const home = <NavItem to={startPage} icon="home" label="Hem" onGo={onGo} />
  const mayOffice = useGate()(inOffice)
  return (
    <div>
      {!belowBar && <NavGroup heading={null}>{<li>{home}</li>}</NavGroup>}
      {mayOffice && (
        <NavGroup heading={null}>
          <li>
            <NavItem to={officePath} icon="board" label="Kontoret" onGo={onGo} />
          </li>
        </NavGroup>
      )}
      {groups
        .filter(({ heading }) => heading)
        .map(({ group, heading, items }) => (
          <NavGroup key={group} heading={heading}>
            {items.map((entry) => (
              <Row key={entry.path} entry={entry} link={links.find(({ label }) => label === entry.label)} onGo={onGo} />
            ))}
          </NavGroup>
        ))}
      {others.length > 0 && (
        <>
          <h2 className={styles['heading']}>Mina länkar</h2>
          <HeaderLinks links={others} compact onGo={onGo} />
        </>
      )}
      {groups
        .filter(({ heading }) => !heading)
        .map(({ group, heading, items }) => (
          <NavGroup key={group} heading={heading}>
            {belowBar && <li>{home}</li>}
            {items.map((entry) => (
              <Row key={entry.path} entry={entry} onGo={onGo} />
            ))}
          </NavGroup>
        ))}
    </div>
  )
}

interface RowProps {
  entry: VisibleEntry
  /** The outside link with the same name. */
  link?: HeaderLink | undefined
  onGo?: (() => void) | undefined
}

function Row({ entry: { path, icon, label, load }, link, onGo }: RowProps) {
  // Starts loading early. A failure does not matter, because opening the screen requests its code again.
  const onNear = () => void load().catch(() => null)
  return (
    <li className={classes(link && styles['shared'])}>
      <NavItem to={pageAt(path)} icon={icon} label={label} onGo={onGo} onNear={onNear} />
      {link && (
        <a
          className={styles['outside']}
          href={link.href}
          target="_blank"
          rel="noreferrer"
          title="Öppnas i en ny flik"
          aria-label={label}
          onClick={onGo}
        >
          <Icon path={externalIcon} size={20} />
        </a>
      )}
    </li>
  )
}
