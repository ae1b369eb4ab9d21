import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { counted } from '#platform/contract/counted.ts'
import { tryRule } from '../calls.ts'
import type { RuleQuery } from '../contract.ts'
import styles from './RoleForm.module.css'

/** 'Visa vilka som berörs': the employees whose last sign-in had the value. */
export function EmployeesOfRule({ query }: { query: RuleQuery }) {
  const load = useCall(tryRule, query, { staleTime: 0 })
  return (
    <div className={styles['found']}>
      <Loaded of={load} said={({ antal }) => counted(antal, 'person', 'personer')}>
        {({ antal, namn }) =>
          antal === 0 ? (
            <p>Ingen hade värdet vid sin senaste inloggning. Den som loggar in med det senare får rollen då.</p>
          ) : (
            <>
              <p>{counted(antal, 'person hade', 'personer hade')} värdet vid sin senaste inloggning:</p>
              <ul>
                {namn.map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </ul>
              {antal > namn.length && <p>och {antal - namn.length} till.</p>}
            </>
          )
        }
      </Loaded>
    </div>
  )
}
