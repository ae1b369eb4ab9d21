import { Unbroken } from '#platform/web/ui/Unbroken.tsx'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { decideRole, getRoles, getWaitingRoles } from '../calls.ts'
import { Decision } from './Decision.tsx'
import { datesOf, placeOf } from './words.ts'

/** The sensitive roles that wait for a second person; nothing if there are none. */
export function WaitingRoles() {
  const { data } = useCall(getWaitingRoles, undefined)
  const decide = useSend(decideRole, { once: true, reloads: [getWaitingRoles, getRoles] })
  if (!data || data.length === 0) return null
  return (
    <Card title="Väntar på godkännande">
      {data.map(({ id, anstid, anstalld, namn, begardAv, ersatterFor, kanBeslutas, ...rest }) => (
        <Decision
          key={id}
          about={`${namn} för ${anstalld}`}
          allowed={kanBeslutas}
          busy={decide.busy}
          onDecide={(godkann) => decide.submit({ id, godkann })}
        >
          <b>{anstalld}</b> ({anstid}): {namn}, {placeOf(rest)}
          <p>
            {ersatterFor && `Ersättare för ${ersatterFor}. `}
            <Unbroken>
              {`Begärdes av ${begardAv ?? 'bolagets administratör'} ${rest.begard.slice(0, 10)}. Gäller ${datesOf(rest)}.`}
            </Unbroken>
          </p>
        </Decision>
      ))}
      {decide.error && <SaveError error={decide.error} />}
    </Card>
  )
}
