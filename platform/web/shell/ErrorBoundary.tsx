import { Component, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { refreshIcon } from '../ui/icons.ts'
import { Notice } from '../ui/Notice.tsx'

/** A view that crashes takes nothing else down. Give it a `key`, so that the next view starts afresh. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    if (!this.state.crashed) return this.props.children
    return (
      <Notice
        kind="error"
        action={
          <Button icon={refreshIcon} onClick={() => location.reload()}>
            Ladda om sidan
          </Button>
        }
      >
        Något gick fel.
      </Notice>
    )
  }
}
