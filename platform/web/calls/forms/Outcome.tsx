import type { ReactNode } from 'react'
import { Notice } from '../../ui/Notice.tsx'
import { deviceName } from '../../ui/use-media.ts'
import { WaitingToBeSent } from '../../ui/WaitingToBeSent.tsx'
import type { ReportState } from './report-state.ts'
import { SaveError, type SaveErrorProps } from './SaveError.tsx'

interface OutcomeProps {
  readonly state: ReportState<unknown>
  /** 'Felrapporten är sparad': the text while it waits on the phone. */
  readonly saved: string
  /** 'Felrapporten kunde inte skickas', if it had already left the form. */
  readonly notSent: string
  /** What to do meanwhile. */
  readonly whileWaiting?: string
  readonly refused: Omit<SaveErrorProps, 'error'>
  /** The text once the server has it. */
  readonly children: ReactNode
}

/** The outcome of the last report that was sent from a form. It follows a waiting report until it has been sent. */
export function Outcome({ state, saved, notSent, whileWaiting, refused, children }: OutcomeProps) {
  switch (state.kind) {
    case 'sent':
      return <Notice kind="success">{children}</Notice>
    case 'waiting':
      return (
        <Notice kind="info" title={`${saved} på ${deviceName()}`}>
          <WaitingToBeSent>{whileWaiting}</WaitingToBeSent>
        </Notice>
      )
    case 'refused':
      return <SaveError error={state.error} {...refused} />
    case 'failed':
      return (
        <Notice kind="error" title={notSent}>
          {state.reason}
        </Notice>
      )
    default:
      return null
  }
}
