import type { HeaderLink } from './area.ts'
import { LinkFace } from './LinkFace.tsx'
import { byGroup } from './menu-groups.ts'
import styles from './NavList.module.css'
import { SignInLink } from './SignInLink.tsx'

interface HeaderLinksProps {
  links: readonly HeaderLink[]
  /**
   * Whether the links are in the menu itself: without headings below its heading, and in two columns if there is room.
   */
  compact?: boolean
  onGo?: (() => void) | undefined
}

/** The links under 'Mina länkar', grouped like the menu. */
export function HeaderLinks({ links, compact, onGo }: HeaderLinksProps) {
  const face = (link: HeaderLink) => (
    <li key={link.label}>
      {link.signIn ? <SignInLink link={link} signIn={link.signIn} onGo={onGo} /> : <Plain link={link} onGo={onGo} />}
    </li>
  )
  return (
    <ul className={styles[compact ? 'compact' : 'list']} aria-label="Mina länkar">
      {byGroup(links).map(({ group, heading, items }) =>
        compact ? (
          items.map(face)
        ) : (
          <li key={group}>
            <p className={styles['heading']}>{heading}</p>
            <ul className={styles['list']}>{items.map(face)}</ul>
          </li>
        ),
      )}
    </ul>
  )
}

function Plain({ link, onGo }: { link: HeaderLink; onGo?: (() => void) | undefined }) {
  return (
    <a
      className={styles['item']}
      href={link.href}
      target="_blank"
      rel="noreferrer"
      title="Öppnas i en ny flik"
      onClick={onGo}
    >
      <LinkFace label={link.label} />
    </a>
  )
}
