import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { decideRole, getRoles, getWaitingRoles } from '../calls.ts'
import styles from './RoleForm.module.css'
import { datesOf, placeOf } from './words.ts'

/** Sensitive roles that wait for a second person. Nothing if there are none. */
export function WaitingRoles() {
  const { data } = useCall(getWaitingRoles, undefined)
  const decide = useSend(decideRole, { once: true, reloads: [getWaitingRoles, getRoles] })
  if (!data || data.length === 0) return null
  return (
    <Card title="Väntar på godkännande">
      {data.map(({ id, anstalld, namn, begardAv, ersatterFor, kanBeslutas, ...rest }) => (
        <div key={id} className={styles['row']}>
          <div>
            <b>{anstalld}</b>: {namn}, {placeOf(rest)}
            <p>
              {ersatterFor && `Ersättare för ${ersatterFor}. `}
              Begärdes av {begardAv ?? 'bolagets administratör'} {rest.begard.slice(0, 10)}. Gäller {datesOf(rest)}.
            </p>
          </div>
          {kanBeslutas ? (
            <span className={styles['buttons']}>
              <Button kind="primary" busy={decide.busy} onClick={() => decide.submit({ id, godkann: true })}>
                Godkänn<VisuallyHidden> {`${namn} för ${anstalld}`}</VisuallyHidden>
              </Button>
              <Button kind="secondary" busy={decide.busy} onClick={() => decide.submit({ id, godkann: false })}>
                Avslå<VisuallyHidden> {`${namn} för ${anstalld}`}</VisuallyHidden>
              </Button>
            </span>
          ) : (
            <p>Någon annan måste besluta.</p>
          )}
        </div>
      ))}
      {decide.error && <SaveError error={decide.error} />}
    </Card>
  )
}
