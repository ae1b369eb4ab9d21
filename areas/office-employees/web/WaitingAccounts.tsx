import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { decideAccount, getEmployeeCounts, getRefused, getWaitingAccounts } from '../calls.ts'
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
        {data.map(({ id, anstalld, konto, utfardare, begardAv, begard, kanBeslutas }) => (
          <li key={id} className={styles['refused']}>
            <span>
              <b>{anstalld}</b>
              <span className={styles['long']}>{konto}</span>
              <span className={styles['from']}>
                {utfardare}. Begärdes av {begardAv ?? 'någon som har slutat'} {begard.slice(0, 10)}.
              </span>
            </span>
            {kanBeslutas ? (
              <span className={styles['acts']}>
                <Button kind="primary" busy={decide.busy} onClick={() => decide.submit({ id, godkann: true })}>
                  <span>
                    Godkänn<VisuallyHidden> kontot för {anstalld}</VisuallyHidden>
                  </span>
                </Button>
                <Button busy={decide.busy} onClick={() => decide.submit({ id, godkann: false })}>
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
