import { useQuery } from '@tanstack/react-query'
import { contentPath } from '../calls.ts'
import { fits } from '#platform/contract/fits.ts'
import { readStored, store } from '#platform/web/page/stored.ts'
import type { CrisisContent } from '../contract.ts'
import { askForContent } from './content-request.ts'

const key = 'linjen.crisis'

// The shape that the screen relies on. Checking against the guides' schema would load another library before the first step is shown.
const list = { title: '', lead: '', parts: [{ title: '', steps: [{ do: '' }] }] }

/** Returns the numbers and guides if they have the expected shape, otherwise undefined. */
function asContent(value: unknown): CrisisContent | undefined {
  if (!fits(value, { numbers: {}, guides: {} })) return undefined
  const { numbers, guides } = value as { numbers: object; guides: Record<string, object> }
  const lists = Object.values(guides).flatMap((guide) => (fits(guide, {}) ? Object.values(guide) : [null]))
  const whole = lists.every((each) => fits(each, list)) && Object.values(numbers).every((each) => fits(each, ''))
  return whole ? (value as CrisisContent) : undefined
}

/** Fetches the guides and keeps them on the phone for when there is no coverage. */
export async function refreshContent(): Promise<CrisisContent> {
  const text = await askForContent()
  const content = asContent(JSON.parse(text))
  if (!content) throw new Error('no guides')
  store(key, content)
  return content
}

/** The guides: the phone's copy at once, then the server's. */
export function useContent() {
  return useQuery({
    queryKey: [contentPath],
    queryFn: refreshContent,
    initialData: () => asContent(readStored(key, {})),
    initialDataUpdatedAt: 0,
  })
}
