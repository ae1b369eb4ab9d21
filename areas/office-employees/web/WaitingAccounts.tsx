import { dayAndTime } from '#platform/contract/dates-in-words.ts'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { passFocus } from '#platform/web/ui/page-focus.ts'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { decideAccount, getEmployeeCounts, getRefused, getWaitingAccounts } from '../calls.ts'
import type { WaitingAccount } from '../contract.ts'
import styles from './Employees.module.css'

/** Links between accounts and employees that wait for a second person; nothing if there are none. */
export function WaitingAccounts() {
  const { data } = useCall(getWaitingAccounts)
  const decide = useSend(decideAccount, { once: true, reloads: [getWaitingAccounts, getRefused, getEmployeeCounts] })
  if (!data || data.length === 0) return null
  return (
    <Card title="Kontokopplingar som väntar på godkännande">
      <p>Den som har kontot läser sedan allt som den anställde får läsa. Kontrollera att det är samma person.</p>
      <ul className={styles['plain']}>
        {data.map(({ id, anstid, anstalld, harKonton, begardAv, begard, kanBeslutas, ...account }) => (
          <li key={id} className={styles['refused']}>
            <div className={styles['long']}>
              <b>{anstalld}</b> ({anstid})
              {harKonton > 0 && `, har redan ${harKonton === 1 ? 'ett konto' : `${harKonton} konton`}`}
              <AccountOf {...account} />
              <span className={styles['from']}>
                Begärdes av {begardAv ?? 'någon som har slutat'} {begard.slice(0, 10)}.
              </span>
            </div>
            {kanBeslutas ? (
              <span className={styles['acts']}>
                <Button
                  ref={passFocus}
                  kind="primary"
                  busy={decide.busy}
                  onClick={() => decide.submit({ id, godkann: true })}
                >
                  <span>
                    Godkänn<VisuallyHidden> kontot för {anstalld}</VisuallyHidden>
                  </span>
                </Button>
                <Button ref={passFocus} busy={decide.busy} onClick={() => decide.submit({ id, godkann: false })}>
                  <span>
                    Avslå<VisuallyHidden> kontot för {anstalld}</VisuallyHidden>
                  </span>
                </Button>
              </span>
            ) : (
              <span>Någon annan måste besluta.</span>
            )}
          </li>
        ))}
      </ul>
      {decide.error && <SaveError error={decide.error} />}
    </Card>
  )
}

/** Whose account it is, according to its sign-in provider. */
function AccountOf({ konto, kontoNamn, senast, utfardare }: AccountOfProps) {
  return (
    <>
      <div>
        {/* The name comes from outside the portal. Its writing direction must not change that of the rest. */}
        Kontots namn: <bdi>{kontoNamn ?? 'okänt'}</bdi>
      </div>
      <span className={styles['from']}>
        {senast ? `Försökte senast logga in ${dayAndTime(senast)}` : 'Har inte försökt logga in på länge'}
      </span>
      <span className={styles['from']}>
        {konto}, {utfardare}
      </span>
    </>
  )
}

type AccountOfProps = Pick<WaitingAccount, 'konto' | 'kontoNamn' | 'senast' | 'utfardare'>
