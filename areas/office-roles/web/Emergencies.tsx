import { may } from '#core/people/roles.ts'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { useGate } from '#platform/web/calls/profile.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { passFocus } from '#platform/web/ui/page-focus.ts'
import { StatusPill } from '#platform/web/ui/StatusPill.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { endEmergency, getEmergencies, getOwnRoles, getRoleCounts } from '../calls.ts'
import styles from './RoleForm.module.css'
import { hourOf, placeOf } from './words.ts'

/** Roles that somebody took in an emergency, now or in the last days; nothing if there are none. */
export function Emergencies() {
  const { data } = useCall(getEmergencies, undefined)
  const passes = useGate()
  const end = useSend(endEmergency, { once: true, reloads: [getEmergencies, getOwnRoles, getRoleCounts] })
  if (!data || data.length === 0) return null
  return (
    <Card title="Nödåtkomst, de senaste 30 dagarna">
      {data.map(({ id, anstid, anstalld, namn, fran, till, pagar, skal, ...rest }) => (
        <div key={id} className={styles['row']}>
          <div className={styles['words']}>
            <b>{anstalld}</b> ({anstid}): {namn}, {placeOf(rest)}{' '}
            {pagar && <StatusPill tone="red">Pågår till kl. {hourOf(till)}</StatusPill>}
            <p>
              {fran.slice(0, 10)} kl. {hourOf(fran)}–{hourOf(till)}. Skäl: {skal}
            </p>
          </div>
          {pagar && passes(may('roles.approve')) && (
            <Button ref={passFocus} kind="secondary" busy={end.busy} onClick={() => end.submit({ id })}>
              Avsluta<VisuallyHidden> {`nödåtkomsten för ${anstalld}`}</VisuallyHidden>
            </Button>
          )}
        </div>
      ))}
      {end.error && <SaveError error={end.error} />}
    </Card>
  )
}
