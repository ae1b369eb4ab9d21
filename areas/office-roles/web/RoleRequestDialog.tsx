import type { ComponentProps, ReactNode } from 'react'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { keptLoad } from '#platform/web/calls/kept-load.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { getRoleChoices } from '../calls.ts'
import type { Choices } from '../contract.ts'
import { RequestDialog } from './RequestDialog.tsx'
import styles from './RoleForm.module.css'

interface RoleRequestDialogProps extends Omit<ComponentProps<typeof RequestDialog>, 'children'> {
  children: (choices: Choices) => ReactNode
}

/** A request about any role and area: its fields are shown once the choices have been loaded. */
export function RoleRequestDialog({ children, ...dialog }: RoleRequestDialogProps) {
  const load = useCall(getRoleChoices, undefined)
  return (
    <RequestDialog {...dialog}>
      <Loaded of={keptLoad(load).of}>{(choices) => <div className={styles['form']}>{children(choices)}</div>}</Loaded>
    </RequestDialog>
  )
}
