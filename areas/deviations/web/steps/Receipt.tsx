import { pageAt } from '#platform/contract/pages.ts'
import { listPath, newPath } from '../paths.ts'
import { useAddressee } from '#core/cases/web/on-behalf.ts'
import { useFollowed } from '#platform/web/calls/forms/use-followed.ts'
import { useDrafts } from '#platform/web/phone/drafts.ts'
import { useTitle } from '#platform/web/shell/Screens.tsx'
import { useAnnounced } from '#platform/web/ui/announce.ts'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { failedIcon, okIcon, plusIcon } from '#platform/web/ui/icons.ts'
import { ReceiptTitle } from '#platform/web/ui/ReceiptTitle.tsx'
import { WaitingToBeSent } from '#platform/web/ui/WaitingToBeSent.tsx'
import { deviceName } from '#platform/web/ui/use-media.ts'
import type { Added } from '../../contract/common.ts'
import type { Followed } from '#platform/web/phone/outbox/followed.ts'
import type { ReportKind } from '../../contract/report-kinds.ts'
import { kinds } from '../kinds.ts'
import { draftsOf } from './draft-keys.ts'
import styles from './Receipt.module.css'
import type { Saved } from './use-deviation.ts'

/** Shows that the report is stored, with its number and where to follow it, or that it waits for coverage until it has been sent. */
export function Receipt({ saved, kind }: { saved: Saved; kind: ReportKind }) {
  const { behalf, draftKey: keyFor } = useAddressee()
  // The report's own draft has gone with it, so what is there has been changed since.
  const hasDraft = useDrafts(keyFor(draftsOf(kind))).size > 0
  const followed = useFollowed(saved.kind === 'waiting' ? saved.id : null)
  const state = saved.kind === 'sent' ? ({ kind: 'sent', answer: saved.added } as const) : followed
  const label = kinds.find((each) => each.kind === kind)?.label ?? 'Ny avvikelse'
  useTitle(label)
  const title = titleOf(state)
  useAnnounced(title)
  return (
    <div className={styles['receipt']}>
      <ReceiptTitle icon={state?.kind === 'failed' ? failedIcon : okIcon}>{title}</ReceiptTitle>
      {state?.kind === 'waiting' && (
        <WaitingToBeSent>
          Den skickas av sig själv när du har täckning. Vid allvarlig händelse: ring också trafikledningen.
        </WaitingToBeSent>
      )}
      {state?.kind === 'sent' && (
        <p className={styles['text']}>
          {label}
          <NumberIn answer={state.answer} />.{' '}
          {behalf ? `${behalf.person.name} ser den bland sina avvikelser.` : 'Du kan följa den i listan.'}
        </p>
      )}
      {state?.kind === 'failed' && (
        <p className={styles['text']}>
          {state.reason} Den är kvar på {deviceName()} under Att skicka.
        </p>
      )}
      {hasDraft && (
        <p className={styles['text']}>Det du ändrade medan avvikelsen sparades finns kvar som ett utkast.</p>
      )}
      <div className={styles['actions']}>
        <ButtonLink kind="primary" to={behalf?.queue ?? pageAt(listPath)}>
          Till avvikelser
        </ButtonLink>
        {behalf ? (
          <Button icon={plusIcon} onClick={behalf.onAgain}>
            Ny anmälan åt någon
          </Button>
        ) : (
          <ButtonLink icon={plusIcon} to={pageAt(newPath)}>
            Skapa ny
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

function titleOf(state: Followed | null): string {
  switch (state?.kind) {
    case 'sent':
      return 'Avvikelse har sparats'
    case 'waiting':
      return `Avvikelsen är sparad på ${deviceName()}`
    case 'failed':
      return 'Avvikelsen kunde inte skickas'
    default:
      return 'Avvikelsen är borttagen'
  }
}

/** The report's number; empty if another tab has sent the report. */
function NumberIn({ answer }: { answer: unknown }) {
  const nummer = (answer as Added | undefined)?.nummer
  return (
    nummer && (
      <>
        , nummer <span className={styles['number']}>{nummer}</span>
      </>
    )
  )
}
