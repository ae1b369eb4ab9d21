// React Router's own links include code of its server framework (prefetching pages, on every start). These links use the
// hooks that React Router offers for custom links.
import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler, useLocation } from 'react-router'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** An absolute path in the portal, with its query. */
  to: string
}

/** A link to a page of the portal, followed without reloading. */
export function Link({ to, onClick, children, ...rest }: LinkProps) {
  const follow = useLinkClickHandler(to)
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    >
      {children}
    </a>
  )
}

interface NavLinkProps extends Omit<LinkProps, 'className'> {
  className: (active: boolean) => string | undefined
}

/** A menu link: marked if its page, or one below it, is open. */
export function NavLink({ to, className, ...rest }: NavLinkProps) {
  const { pathname } = useLocation()
  const [own = to] = to.split('?')
  const active = pathname === own || pathname.startsWith(`${own}/`)
  return <Link {...rest} to={to} className={className(active)} aria-current={active ? 'page' : undefined} />
}
