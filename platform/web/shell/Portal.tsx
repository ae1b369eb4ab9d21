import { shellPath, startPage } from '#platform/contract/pages.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router'
import type { Load, Screen, WebArea } from './area.ts'
import { WithProfile } from '../calls/WithProfile.tsx'
import { queryClient } from '../calls/query-client.ts'
import { AreasContext } from './areas-context.ts'
import { RequireSession } from './RequireSession.tsx'
import { LazyView } from './LazyView.tsx'
import { PageView, Plain, ScreenView } from './Screens.tsx'
import { Shell } from './Shell.tsx'

const openToAll = (screen: Screen) => (
  <WithProfile>
    <Plain>
      <ScreenView screen={screen} />
    </Plain>
  </WithProfile>
)

interface PortalProps {
  areas: readonly WebArea[]
  dashboard: ReactNode
  /** The view for all other addresses. Its code is loaded only there. */
  otherwise: Load
}

/** The areas' screens and pages, assembled. */
export function Portal({ areas, dashboard, otherwise }: PortalProps) {
  const elsewhere = <LazyView load={otherwise} waiting={null} />
  return (
    <QueryClientProvider client={queryClient}>
      <AreasContext value={areas}>
        <BrowserRouter>
          <Routes>
            <Route path="/" element={<Navigate to={startPage} replace />} />
            <Route
              path={shellPath}
              element={
                <RequireSession signedOut={openToAll}>
                  <WithProfile>
                    <Shell />
                  </WithProfile>
                </RequireSession>
              }
            >
              <Route index element={<Navigate to={startPage} replace />} />
              <Route path="start" element={dashboard} />
              {areas
                .flatMap((area) => area.screens ?? [])
                .map((screen) => (
                  // A key, because otherwise no skeleton would be shown when going from one screen to the next.
                  <Route
                    key={screen.path}
                    path={screen.path}
                    element={<ScreenView key={screen.path} screen={screen} />}
                  />
                ))}
              <Route path="*" element={elsewhere} />
            </Route>
            {areas
              .flatMap((area) => area.pages ?? [])
              .map((page) => (
                <Route key={page.path} path={page.path} element={<PageView key={page.path} page={page} />} />
              ))}
            <Route path="*" element={elsewhere} />
          </Routes>
        </BrowserRouter>
      </AreasContext>
    </QueryClientProvider>
  )
}
