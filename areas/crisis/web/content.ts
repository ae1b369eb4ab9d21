import { useQuery } from '@tanstack/react-query'
import { contentPath } from '../calls.ts'
import type { CrisisContent } from '../contract.ts'
import { askForContent } from './content-request.ts'

const key = 'linjen.crisis'

function kept(): CrisisContent | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as CrisisContent | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Asks for the guides and keeps them on the phone for when there is no coverage. */
export async function refreshContent(): Promise<CrisisContent> {
  const text = await askForContent()
  const content = JSON.parse(text) as CrisisContent
  try {
    localStorage.setItem(key, text)
  } catch {
    // A full or forbidden storage only costs the head start.
  }
  return content
}

/** The guides: what the phone has of them at once, then the portal's. */
export function useContent() {
  return useQuery({
    queryKey: [contentPath],
    queryFn: refreshContent,
    initialData: kept,
    initialDataUpdatedAt: 0,
  })
}
