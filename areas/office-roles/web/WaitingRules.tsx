import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { decideRule, getRules, getWaitingRules } from '../calls.ts'
import { Decision } from './Decision.tsx'
import { placeOf, ruleOf } from './words.ts'

/** The rules for sensitive roles that wait for a second person; nothing if there are none. */
export function WaitingRules() {
  const { data } = useCall(getWaitingRules, undefined)
  const decide = useSend(decideRule, { once: true, reloads: [getWaitingRules, getRules] })
  if (!data || data.length === 0) return null
  return (
    <Card title="Regler som väntar på godkännande">
      {data.map(({ id, namn, utfardare, begardAv, begard, kanBeslutas, ...rest }) => (
        <Decision
          key={id}
          about={`regeln ${ruleOf(rest)}`}
          allowed={kanBeslutas}
          busy={decide.busy}
          onDecide={(godkann) => decide.submit({ id, godkann })}
        >
          <b>{ruleOf(rest)}</b>: {namn}, {placeOf(rest)}
          <p>
            Alla som loggar in med värdet får rollen. {utfardare && `Gäller bara inloggning hos ${utfardare}. `}
            Begärdes av {begardAv ?? 'någon som har slutat'} {begard.slice(0, 10)}.
          </p>
        </Decision>
      ))}
      {decide.error && <SaveError error={decide.error} />}
    </Card>
  )
}
