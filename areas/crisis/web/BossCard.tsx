import { type CallResult, useCall } from '#platform/web/calls/query.ts'
import { useSubject } from '#platform/web/who/session.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { userIcon } from '#platform/web/ui/icons.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { isSignInNeeded } from '#platform/web/wire/client.ts'
import { getBossInfo } from '../calls.ts'
import type { BossInfo } from '../contract.ts'
import styles from './CrisisScreen.module.css'
import { telephone } from '#core/people/web/telephone.ts'

/** The nearest manager, loaded once for the card and the steps with a call. */
export const useBoss = () =>
  useCall(getBossInfo, undefined, {
    failedText: 'Hämta närmsta chef information misslyckades',
    // Also with an expired sign-in, to show the phone's copy.
    enabled: useSubject() !== '',
  })

/** The nearest manager, with call buttons; renders nothing if the employee has none. */
export function BossCard({ load }: { load: CallResult<BossInfo | null> }) {
  const known = useSubject() !== ''
  if (load.data === null || (!load.data && (!known || isSignInNeeded(load.error)))) return null
  return (
    <Card title="Närmaste chef" icon={userIcon}>
      <Loaded of={load} skeleton={<Waiting />}>
        {(boss) => boss && <Contact boss={boss} />}
      </Loaded>
    </Card>
  )
}

function Waiting() {
  return (
    <div className={styles['waiting']}>
      <Skeleton text="Laddar kontaktinformation närmsta chef.." lines={3} />
    </div>
  )
}

function Contact({ boss }: { boss: BossInfo }) {
  return (
    <dl className={styles['contact']}>
      <dt>Namn</dt>
      <dd>
        {boss.firstname} {boss.lastname}
      </dd>
      <dt>Telefon</dt>
      <dd>
        <Number number={boss.telephoneNumber} />
      </dd>
      <dt>Mobil</dt>
      <dd>
        <Number number={boss.mobileNumber} />
      </dd>
    </dl>
  )
}

function Number({ number }: { number: string | null }) {
  if (!number) return '–'
  return (
    <a className={styles['tel']} href={telephone(number)}>
      {number}
    </a>
  )
}
