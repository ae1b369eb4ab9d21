import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { WithProfile } from '#platform/web/calls/WithProfile.tsx'
import { LiveRegion } from '#platform/web/ui/LiveRegion.tsx'
import { itemAt } from './kinds.ts'
import { NewsItemView } from './NewsItemView.tsx'

/** Renders the screen of an item of the region, or another in its place, at the item's address. */
export const openItem = (id: number, screen: ReactNode = <NewsItemView kind="region" />) =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[itemAt('region', id)]}>
        <WithProfile>
          <Routes>
            <Route path="/dashboard/nyheter/region/:newsId" element={screen} />
          </Routes>
          <LiveRegion />
        </WithProfile>
      </MemoryRouter>
    </QueryClientProvider>,
  )
