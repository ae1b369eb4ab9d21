import { useState } from 'react'
import { Button } from '#platform/web/ui/Button.tsx'
import { TextField } from '#platform/web/ui/Field.tsx'
import { addRule, getRules, getWaitingRules } from '../calls.ts'
import type { RuleQuery } from '../contract.ts'
import { EmployeesOfRule } from './EmployeesOfRule.tsx'
import { RoleAndArea } from './RoleAndArea.tsx'
import { RoleRequestDialog } from './RoleRequestDialog.tsx'
import { useRequest } from './use-request.ts'
import { hintOf } from './words.ts'

/** A new rule. Before it is added, the dialog can list the employees that it would apply to. */
export function RuleDialog({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState({ claim: 'groups', varde: '', roll: '', omrade: '', utfardare: '' })
  const [shownFor, setShownFor] = useState<RuleQuery | null>(null)
  /** For the fields that decide which employees the rule applies to. */
  const put = (field: 'claim' | 'varde' | 'utfardare') => (event: { target: { value: string } }) => {
    setForm({ ...form, [field]: event.target.value })
    setShownFor(null)
  }
  const request = useRequest(addRule, { reloads: [getRules, getWaitingRules], onDone: onClose })
  const { wrong } = request
  const { claim, varde, roll, omrade, utfardare } = form
  const query = { claim, varde, ...(utfardare && { utfardare }) }
  return (
    <RoleRequestDialog
      title="Lägg till en regel"
      request={request}
      send="Lägg till"
      onSend={() => request.submit({ ...query, roll, ...(omrade && { omrade }) })}
      waiting="Rollen är känslig. Regeln gäller när någon annan har godkänt den."
      onClose={onClose}
    >
      {(choices) => (
        <>
          <TextField
            label="Anspråk (claim)"
            required
            autoCapitalize="none"
            spellCheck={false}
            hint="Var värdet står: roles i Entra, groups eller realm_access.roles i Keycloak."
            value={claim}
            onChange={put('claim')}
            error={wrong('claim')}
          />
          <TextField
            label="Värde"
            required
            autoCapitalize="none"
            spellCheck={false}
            hint="Exakt som det står, till exempel verkstad.norr eller /norr/kiruna/verkstad."
            value={varde}
            onChange={put('varde')}
            error={wrong('varde')}
          />
          <Button disabled={!claim.trim() || !varde.trim()} onClick={() => setShownFor(query)}>
            Visa vilka som berörs
          </Button>
          {shownFor && <EmployeesOfRule query={shownFor} />}
          <RoleAndArea
            roles={choices.roller}
            areas={choices.omraden}
            value={form}
            hint={hintOf(choices, roll)}
            onChange={(field, value) => setForm({ ...form, [field]: value })}
            wrong={wrong}
          />
          <TextField
            label="Inloggningstjänst"
            required={false}
            autoCapitalize="none"
            spellCheck={false}
            hint="Adressen till tjänsten, om bara den ska räknas."
            value={utfardare}
            onChange={put('utfardare')}
            error={wrong('utfardare')}
          />
        </>
      )}
    </RoleRequestDialog>
  )
}
