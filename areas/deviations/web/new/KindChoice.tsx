import { useId } from 'react'
import { useAddressee } from '#core/cases/web/on-behalf.ts'
import { useDrafts } from '#platform/web/phone/drafts.ts'
import { useFailure } from '#platform/web/calls/use-failure.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { useTitle } from '#platform/web/shell/Screens.tsx'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { entryIcons } from '#platform/web/ui/entry-icons.ts'
import { chevronRightIcon } from '#platform/web/ui/icons.ts'
import { Failed } from '#platform/web/calls/Failed.tsx'
import { StatusPill } from '#platform/web/ui/StatusPill.tsx'
import { getFormOptions } from '../../calls.ts'
import type { ReportKind } from '../../contract/report-kinds.ts'
import { formOptionsFailed } from '../failures.ts'
import { kinds, type KindLook } from '../kinds.ts'
import { draftKey, draftPrefix } from '../steps/draft-keys.ts'
import { useWhen } from '../steps/DraftNotice.tsx'
import styles from './KindChoice.module.css'

const examples: Record<ReportKind, string> = {
  'vehicle-damage': 'Krock, påkörning, skadegörelse, stöld eller brand',
  threat: 'Du eller någon annan har hotats eller utsatts för våld',
  'work-environment': 'Olycka eller tillbud i arbetet, eller något som kan leda dit',
  'traffic-information': 'Hållplatser, skyltar, framkomlighet och resenärer',
}

/** The four kinds of reports, with examples, and marks on those that have a draft. */
export function KindChoice({ onChoose }: { onChoose: (slug: string) => void }) {
  const { behalf, draftKey: keyFor } = useAddressee()
  useTitle(behalf ? 'Ny anmälan åt någon' : 'Ny avvikelse')
  const drafts = useDrafts(keyFor(draftPrefix))
  const options = useCall(getFormOptions, undefined, {
    failedText: formOptionsFailed,
    staleTime: 300_000,
  })
  const failure = useFailure(options)
  return (
    <div className={styles['choice']}>
      <ul className={styles['kinds']}>
        {kinds.map((kind) => (
          <Kind
            key={kind.kind}
            {...kind}
            draftFrom={drafts.get(keyFor(draftKey(kind.kind))) ?? drafts.get(keyFor(draftKey(kind.kind, 'bilder')))}
            onChoose={() => onChoose(kind.slug)}
          />
        ))}
      </ul>
      <output className={styles['state']}>{options.isFetching && !options.data && 'Laddar formulärdata..'}</output>
      {!options.data && failure && <Failed {...failure} />}
    </div>
  )
}

function Kind({
  kind,
  label,
  icon,
  draftFrom,
  onChoose,
}: KindLook & { draftFrom: number | undefined; onChoose: () => void }) {
  const id = useId()
  const when = useWhen(draftFrom)
  return (
    <li className={styles['kind']}>
      <span className={styles['icon']}>
        <Icon path={entryIcons[icon]} />
      </span>
      <span className={styles['words']}>
        {/* Its accessible name is only the label; the whole card is its target. */}
        <button type="button" className={styles['label']} aria-describedby={`${id}-example`} onClick={onChoose}>
          {label}
        </button>
        <span id={`${id}-example`} className={styles['example']}>
          {examples[kind]}
          {when && (
            <span className={styles['draft']}>
              <StatusPill tone="blue">Utkast {when}</StatusPill>
            </span>
          )}
        </span>
      </span>
      <Icon path={chevronRightIcon} size={20} className={styles['go']} />
    </li>
  )
}
