import { startPage } from '#platform/contract/pages.ts'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import type { Page, Screen } from './area.ts'
import { useGate, useProfile } from '../calls/profile.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { classes } from '../ui/class-names.ts'
import { LiveRegion } from '../ui/LiveRegion.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { ScreenName } from '../ui/screen-name.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { variant } from '../page/variant.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { LazyView } from './LazyView.tsx'
import { RequireSession } from './RequireSession.tsx'
import styles from './Screens.module.css'

const setTitle = (title: string) => {
  document.title = `${title} – ${variant.title}`
}

/** Sets the document's title while a screen is shown: the screen's heading, if that says more than the menu. */
export function useTitle(title: string): void {
  useEffect(() => setTitle(title), [title])
}

/** Sets the title before the screen sets its own, which may be more specific. */
export function useFirstTitle(title: string): void {
  useLayoutEffect(() => setTitle(title), [title])
}

/** An area's screen inside the shell: checks the gate again and loads the code. */
export function ScreenView({ screen }: { screen: Screen }) {
  useFirstTitle(screen.title)
  const passes = useGate()
  const profile = useProfile()
  if (!passes(screen.gate)) {
    // Remembered claims may be outdated, so nothing is forbidden before the server has answered.
    return profile.isFetching ? <ScreenSkeleton /> : <Forbidden title={screen.title} />
  }
  return (
    <ScreenName value={screen.title}>
      <LazyView load={screen.load} waiting={<ScreenSkeleton />} />
    </ScreenName>
  )
}

/** An area's page outside the shell. */
export function PageView({ page }: { page: Page }) {
  useFirstTitle(page.title)
  const content = (
    <ErrorBoundary page>
      <LazyView
        load={page.load}
        waiting={
          <Plain>
            <Skeleton />
          </Plain>
        }
      />
    </ErrorBoundary>
  )
  return page.signedIn ? <RequireSession>{content}</RequireSession> : content
}

export function ScreenSkeleton() {
  return (
    <div className={styles['skeleton']}>
      <Skeleton shape="rows" lines={5} />
    </div>
  )
}

/** The page for an employee who lacks the right to this screen. */
export function Forbidden({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <Notice kind="warning" action={<ButtonLink to={startPage}>Till startsidan</ButtonLink>}>
        Sidan kan inte visas. Detta kan bero på att din användare inte har behörighet att visa sidan.
      </Notice>
    </>
  )
}

/** A page without the shell: centred, with the company's logo. For sign-in, sign-out and the like. */
export function Plain({ children }: { children: ReactNode }) {
  return (
    <main className={classes('livery', styles['plain'])}>
      <div className={styles['plainInner']}>
        <p className={styles['brand']}>
          <img src="/variant/logo.svg" alt="" width="40" height="40" />
          {variant.title}
        </p>
        {children}
      </div>
      <LiveRegion />
    </main>
  )
}
