import { useId, useMemo, useState } from 'react'
import { useCall } from '#platform/web/calls/query.ts'
import { useMarkSeen } from '#platform/web/calls/seen.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { dateInWords } from '#platform/contract/dates-in-words.ts'
import { clockOf } from '#platform/contract/wall-clock.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { shieldIcon } from '#platform/web/ui/icons-more.ts'
import type { Opening } from '#core/audit/contract.ts'
import { getOpenings } from '../calls.ts'
import styles from './Openings.module.css'

/** How many are shown before the employee asks for the others. */
const FEW = 5

/** 'Vem har öppnat mina uppgifter': openings of the employee's sensitive data by others. */
export default function Openings() {
  const openings = useCall(getOpenings)
  const { data } = openings
  useMarkSeen(useMemo(() => data?.flatMap(({ key }) => key ?? []), [data]))
  return (
    <Card title="Vem har öppnat mina uppgifter" icon={shieldIcon}>
      <p className={styles['why']}>
        Här ser du om någon annan har öppnat en känslig rapport från dig, till exempel om hot och våld, skador eller
        arbetsmiljö. Du ser också om någon har tagit fram det som var dolt, använt nödåtkomst eller kopplat ett konto
        till dig. Dina lönespecifikationer kan bara du öppna.
      </p>
      <Loaded of={openings}>{(list) => <List openings={list} />}</Loaded>
    </Card>
  )
}

const accountWords = {
  asked: 'begärde att få koppla ett konto till dig. En kollega på kontoret beslutar',
  linked: 'kopplade ett konto till dig. Den som har kontot loggar in som du',
}

function List({ openings }: { openings: readonly Opening[] }) {
  const [all, setAll] = useState(false)
  const id = useId()
  if (openings.length === 0) return <p className={styles['none']}>Ingen annan har öppnat något.</p>
  return (
    <>
      <ul id={id} className={styles['list']}>
        {(all ? openings : openings.slice(0, FEW)).map((opening) => (
          <li key={opening.id}>
            <b>{opening.by ?? 'En tidigare anställd'}</b>
            <span>
              {[
                opening.role ?? (opening.account === null && 'Ansvarig för rapporten'),
                opening.deputyFor && `ersätter ${opening.deputyFor}`,
                opening.account === null ? `${opening.thing} ${opening.number}` : accountWords[opening.account],
                opening.revealed && 'såg vem som anmält',
                opening.uncovered && 'såg det som var dolt',
                opening.emergency && 'med nödåtkomst',
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
            <time dateTime={opening.at}>
              {dateInWords(opening.at.slice(0, 10))} kl. {clockOf(opening.at)}
            </time>
          </li>
        ))}
      </ul>
      {openings.length > FEW && (
        <Button kind="quiet" aria-expanded={all} aria-controls={id} onClick={() => setAll(!all)}>
          {all ? 'Visa färre' : `Visa alla ${openings.length}`}
        </Button>
      )}
    </>
  )
}
