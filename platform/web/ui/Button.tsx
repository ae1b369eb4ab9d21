import type { ComponentProps, ReactNode } from 'react'
import { Link } from './Link.tsx'
import styles from './Button.module.css'
import { classes } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { externalIcon, type IconPath } from './icons.ts'

/** At most one `primary` per view. `success` says that something is done and can be undone. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger' | 'success'

interface Look {
  kind?: ButtonKind
  icon?: IconPath
  /** As wide as its surroundings. */
  wide?: boolean
  children: ReactNode
}

const look = ({ kind = 'secondary', wide }: Pick<Look, 'kind' | 'wide'>) =>
  classes(styles['button'], styles[kind], wide && styles['wide'])

/** `busy` and `aria-disabled` keep the focus but ignore clicks. While it is busy the caller changes the text: 'Sparar..'. */
export function Button({
  kind,
  icon,
  wide,
  busy = false,
  disabled = false,
  'aria-disabled': inactive = false,
  onClick,
  children,
  ...rest
}: Look & { busy?: boolean } & Omit<ComponentProps<'button'>, 'className'>) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(look({ kind, wide }), busy && styles['busy'])}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-disabled={busy || inactive || undefined}
      onClick={(event) => {
        if (busy || inactive) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy ? <span className={styles['spinner']} aria-hidden="true" /> : icon && <Icon path={icon} size={20} />}
      {children}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  kind,
  icon,
  wide,
  children,
  ...rest
}: Look & Omit<ComponentProps<typeof Link>, 'className' | 'children'>) {
  return (
    <Link {...rest} className={look({ kind, wide })}>
      {icon && <Icon path={icon} size={20} />}
      {children}
    </Link>
  )
}

/** A link out of the portal, which opens in a new tab. Without an address it is inactive. */
export function ExternalButton({ kind, icon = externalIcon, wide, href, children }: Look & { href: string | null }) {
  if (href === null) {
    return (
      // oxlint-disable-next-line jsx-a11y/anchor-is-valid, jsx-a11y/no-redundant-roles -- a placeholder link has no address, and so no implicit role
      <a className={look({ kind, wide })} role="link" aria-disabled="true">
        <Icon path={icon} size={20} />
        {children}
      </a>
    )
  }
  return (
    <a className={look({ kind, wide })} href={href} target="_blank" rel="noreferrer" title="Öppnas i en ny flik">
      <Icon path={icon} size={20} />
      {children}
    </a>
  )
}

/** An icon button with a name for screen readers only. */
export function IconButton({
  icon,
  label,
  ...rest
}: { icon: IconPath; label: string } & Omit<ComponentProps<'button'>, 'className' | 'children'>) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(styles['button'], styles['icon'])}
      aria-label={label}
      title={label}
    >
      <Icon path={icon} size={20} />
    </button>
  )
}
