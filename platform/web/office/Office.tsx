import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { inOffice } from '#platform/contract/claims.ts'
import { officeAt, officePath } from '#platform/contract/office-pages.ts'
import { startPage } from '#platform/contract/pages.ts'
import { useGate, useOwnProfile, useProfile } from '../calls/profile.ts'
import { WithProfile } from '../calls/WithProfile.tsx'
import { useCall } from '../calls/query.ts'
import { variant } from '../page/variant.ts'
import type { LoadSearch, WebArea } from '../shell/area.ts'
import { Search } from '../shell/Search.tsx'
import { openSearch } from '../shell/search.ts'
import { ErrorBoundary } from '../shell/ErrorBoundary.tsx'
import { brand, headerClass } from '../shell/header-part.ts'
import { LazyView } from '../shell/LazyView.tsx'
import { Notices } from '../shell/Notices.tsx'
import { usePageTurn } from '../shell/page-turn.ts'
import { RequireSession } from '../shell/RequireSession.tsx'
import { Forbidden, Plain, ScreenSkeleton, useFirstTitle, useTitle } from '../shell/Screens.tsx'
import { SkipLink } from '../shell/SkipLink.tsx'
import { NotFound } from '../shell/NotFound.tsx'
import { Status } from '../shell/Status.tsx'
import { useBackgroundWork } from '../shell/use-background-work.ts'
import { IconButton, ButtonLink } from '../ui/Button.tsx'
import { classes } from '../ui/class-names.ts'
import { entryIcons } from '../ui/entry-icons.ts'
import { Icon } from '../ui/Icon.tsx'
import { helpIcon } from '../ui/icons-more.ts'
import { chevronLeftIcon, searchIcon } from '../ui/icons.ts'
import { NavLink } from '../ui/Link.tsx'
import { LiveRegion } from '../ui/LiveRegion.tsx'
import { makePart } from '../ui/make-part.ts'
import { ScreenName } from '../ui/screen-name.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { reloadForAnotherPerson } from '../who/another-person.ts'
import { type OfficeArea, type OfficeScreen, OfficeScreenContext, OfficeScreensContext } from './area.ts'
import { countOf } from './count.ts'
import styles from './Office.module.css'
import { Overview } from './Overview.tsx'
import { ShortcutHelp } from './ShortcutHelp.tsx'
import { useShortcuts } from './shortcuts.ts'

/** How often the counts are loaded again, in milliseconds: often enough to notice a new case, at little cost. */
const AGAIN_MS = 60_000
/** The employees' areas: the office fetches nothing ahead for them, and does not have their search. */
const noAreas: readonly WebArea[] = []

/** The office: a separate frame beside that of the employees' screens, loaded when it is first opened. */
export function Office({ areas }: { areas: readonly OfficeArea[] }) {
  useEffect(reloadForAnotherPerson, [])
  return (
    <RequireSession>
      <WithProfile>
        <Admitted>
          <Frame
            screens={areas.flatMap(({ screens }) => screens)}
            loadSearch={areas.find(({ search }) => search)?.search}
          />
        </Admitted>
      </WithProfile>
    </RequireSession>
  )
}

function Admitted({ children }: { children: ReactNode }) {
  const passes = useGate()
  const profile = useProfile()
  if (passes(inOffice)) return children
  return <Plain>{profile.isFetching ? <ScreenSkeleton /> : <NoAccess />}</Plain>
}

function NoAccess() {
  useTitle('Kontoret')
  return <Forbidden title="Kontoret" />
}

interface FrameProps {
  screens: readonly OfficeScreen[]
  loadSearch: LoadSearch | undefined
}

function Frame({ screens, loadSearch }: FrameProps) {
  usePageTurn()
  useBackgroundWork(noAreas)
  const passes = useGate()
  const [help, setHelp] = useState(false)
  const shown = screens.filter(({ gate }) => passes(gate))
  const inMenu = shown.filter((screen) => screen.inMenu !== false)
  const search = () => loadSearch && openSearch(loadSearch)
  useShortcuts([
    { key: 'f', label: 'Sök ärenden i alla köer', run: search },
    { key: '?', label: 'Visa kortkommandon', run: () => setHelp(true) },
  ])
  return (
    <OfficeScreensContext value={screens}>
      <SkipLink />
      <header className={classes(headerClass, styles['header'])}>
        {brand(
          makePart,
          officePath,
          <span className={styles['name']}>
            Kontoret<small>{variant.title}</small>
          </span>,
        )}
        <div className={styles['tools']}>
          <IconButton icon={searchIcon} label="Sök ärenden" onClick={search} />
          <IconButton icon={helpIcon} label="Kortkommandon" onClick={() => setHelp(true)} />
          <ButtonLink kind="quiet" icon={chevronLeftIcon} to={startPage}>
            Startsidan
          </ButtonLink>
        </div>
      </header>
      <div className={styles['columns']}>
        <Menu screens={inMenu} />
        <main id="innehall" className={styles['main']} tabIndex={-1}>
          <Status />
          <Notices />
          <Routes>
            <Route path={officePath} element={<Overview screens={inMenu} />} />
            {screens.map((screen) => (
              <Route
                key={screen.path}
                path={officeAt(screen.path)}
                element={<View key={screen.path} screen={screen} allowed={shown.includes(screen)} />}
              />
            ))}
            <Route
              path="*"
              element={
                <NotFound>
                  <ButtonLink to={officePath}>Till kontoret</ButtonLink>
                </NotFound>
              }
            />
          </Routes>
        </main>
      </div>
      {help && <ShortcutHelp onClose={() => setHelp(false)} />}
      <Search />
      <LiveRegion />
    </OfficeScreensContext>
  )
}

function View({ screen, allowed }: { screen: OfficeScreen; allowed: boolean }) {
  useFirstTitle(screen.title)
  // A load of its own, not `useProfile`, so that opening a screen checks whether rights have changed.
  const profile = useOwnProfile()
  if (!allowed) return profile.isFetching ? <ScreenSkeleton /> : <Forbidden title={screen.title} />
  return (
    <ErrorBoundary page>
      <OfficeScreenContext value={screen}>
        <ScreenName value={screen.title}>
          <LazyView load={screen.load} waiting={<ScreenSkeleton />} />
        </ScreenName>
      </OfficeScreenContext>
    </ErrorBoundary>
  )
}

/** The screens with a count, such as queues, then the others. */
function Menu({ screens }: { screens: readonly OfficeScreen[] }) {
  const groups = [screens.filter(({ counts }) => counts), screens.filter(({ counts }) => !counts)]
  return (
    <nav className={styles['nav']} aria-label="Kontorets meny">
      {groups
        .filter((group) => group.length > 0)
        .map((group) => (
          <div key={group[0]?.path} className={styles['group']}>
            {group.map((screen) => (
              <MenuEntry key={screen.path} screen={screen} />
            ))}
          </div>
        ))}
    </nav>
  )
}

/** An entry of the menu, with the number of waiting cases. */
function MenuEntry({ screen }: { screen: OfficeScreen }) {
  const { path, title, icon, counts } = screen
  const preload = () => void screen.load().catch(() => null)
  const open = useLocation().pathname === officeAt(path)
  const link = useRef<HTMLAnchorElement>(null)
  // On a phone the menu is a row that scrolls. The open entry stays in view, also when the counts before it have loaded.
  useEffect(() => {
    const here = link.current
    const row = here?.closest('nav')
    if (!open || !here || !row) return undefined
    const resized = new ResizeObserver(() =>
      row.scrollTo({ left: here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2 }),
    )
    for (const group of row.children) resized.observe(group)
    return () => resized.disconnect()
  }, [open])
  return (
    <NavLink
      ref={link}
      to={officeAt(path)}
      className={(active) => classes(styles['place'], active && styles['active'])}
      onPointerEnter={preload}
    >
      <Icon path={entryIcons[icon]} size={20} />
      <span className={styles['label']}>{title}</span>
      {counts && <Count counts={counts} />}
    </NavLink>
  )
}

function Count({ counts }: { counts: NonNullable<OfficeScreen['counts']> }) {
  const { data } = useCall(counts, undefined, { refetchInterval: AGAIN_MS })
  const open = data?.[0]
  if (!open || open.count === 0) return null
  return (
    <span className={styles['count']} title={open.label}>
      {countOf(open)}
      <VisuallyHidden> {open.label.toLocaleLowerCase('sv')}</VisuallyHidden>
    </span>
  )
}
