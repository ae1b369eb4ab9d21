import { useNotices } from '../wire/notices.ts'
import { LatePart } from './LatePart.tsx'

const loadList = () => import('./NoticeList.tsx')

/** Failed loads, above every screen. The log exists before its first entry, so that a screen reader announces the entry. */
export function Notices() {
  const notices = useNotices()
  return (
    <div role="log" aria-label="Varningar" aria-live="polite">
      {notices.length > 0 && <LatePart name="NoticeList" load={loadList} />}
    </div>
  )
}
