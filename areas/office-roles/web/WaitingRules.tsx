import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { decideRule, getRules, getWaitingRules } from '../calls.ts'
import styles from './RoleForm.module.css'
import { placeOf, ruleOf } from './words.ts'

/** Rules for sensitive roles that wait for a second person. Nothing if there are none. */
export function WaitingRules() {
  const { data } = useCall(getWaitingRules, undefined)
  const decide = useSend(decideRule, { once: true, reloads: [getWaitingRules, getRules] })
  if (!data || data.length === 0) return null
  return (
    <Card title="Regler som väntar på godkännande">
      {data.map(({ id, namn, utfardare, begardAv, begard, kanBeslutas, ...rest }) => (
        <div key={id} className={styles['row']}>
          <div className={styles['words']}>
            <b>{ruleOf(rest)}</b>: {namn}, {placeOf(rest)}
            <p>
              Alla som loggar in med värdet får rollen. {utfardare && `Gäller bara inloggning hos ${utfardare}. `}
              Begärdes av {begardAv ?? 'någon som har slutat'} {begard.slice(0, 10)}.
            </p>
          </div>
          {kanBeslutas ? (
            <span className={styles['buttons']}>
              <Button kind="primary" busy={decide.busy} onClick={() => decide.submit({ id, godkann: true })}>
                Godkänn<VisuallyHidden> regeln {ruleOf(rest)}</VisuallyHidden>
              </Button>
              <Button kind="secondary" busy={decide.busy} onClick={() => decide.submit({ id, godkann: false })}>
                Avslå<VisuallyHidden> regeln {ruleOf(rest)}</VisuallyHidden>
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
