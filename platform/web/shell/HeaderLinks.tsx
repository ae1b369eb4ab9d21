import type { HeaderLink } from './area.ts'
import { LinkFace } from './LinkFace.tsx'
import styles from './NavList.module.css'
import { SignInLink } from './SignInLink.tsx'
import { useNavigation } from './use-navigation.ts'

/** The links under 'Mina länkar'. */
export function HeaderLinks({ onGo }: { onGo?: (() => void) | undefined }) {
  const { links } = useNavigation()
  return (
    <ul className={styles['list']} aria-label="Mina länkar">
      {links.map((link) => (
        <li key={link.label}>
          {link.signIn ? (
            <SignInLink link={link} signIn={link.signIn} onGo={onGo} />
          ) : (
            <Plain link={link} onGo={onGo} />
          )}
        </li>
      ))}
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
      <LinkFace icon={link.icon} label={link.label} />
    </a>
  )
}
