import { useQuery } from '@tanstack/react-query'
import { useAreas } from '#platform/web/shell/areas-context.ts'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { phoneIcon } from '#platform/web/ui/icons-more.ts'
import styles from './CallTrafficControl.module.css'

const name = 'Trafikledningen'

/** A link to call traffic control, by the number that the search on the phone finds; nothing if the company has not set one. */
export function CallTrafficControl() {
  const areas = useAreas()
  const { data } = useQuery({
    queryKey: ['found-here', name],
    queryFn: async () => {
      const found = await Promise.all(areas.flatMap(({ findsHere }) => findsHere?.find(name).catch(() => []) ?? []))
      return found.flat().find(({ label, href }) => label === name && href.startsWith('tel:'))?.href ?? null
    },
    // This works without coverage too, since the phone has a copy.
    networkMode: 'always',
  })
  return (
    data && (
      <a className={styles['call']} href={data}>
        <Icon path={phoneIcon} size={20} />
        Ring trafikledningen
      </a>
    )
  )
}
