import { Component, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { refreshIcon } from '../ui/icons.ts'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import type { WebArea } from './area.ts'
import styles from './ErrorBoundary.module.css'

/** Limits a crash to one view. Give it a `key`, so that the next view starts over. `page`: the view is the whole screen; `silent`: a crash shows nothing; `root`: there is nothing around it but the areas. */
export class ErrorBoundary extends Component<
  { children: ReactNode; page?: boolean; silent?: boolean; root?: readonly WebArea[] },
  { crashed: boolean }
> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    if (!this.state.crashed) return this.props.children
    if (this.props.silent) return null
    if (this.props.root) {
      return (
        <main>
          <Crashed areas={this.props.root} />
        </main>
      )
    }
    const reload = (
      <Button icon={refreshIcon} onClick={() => location.reload()}>
        Ladda om sidan
      </Button>
    )
    if (this.props.page)
      return (
        <PageHeader
          title="Något gick fel."
          lead="Sidan kunde inte visas. Resten av portalen fungerar."
          actions={reload}
        />
      )
    return (
      <Notice kind="error" action={reload}>
        Något gick fel.
      </Notice>
    )
  }
}

/** Shown if the portal itself cannot be. It needs nothing around it, and nothing stored on the phone. */
export function Crashed({ areas }: { areas: readonly WebArea[] }) {
  const resetPage = areas.find((area) => area.resetPage)?.resetPage
  return (
    <div className={styles['crashed']}>
      <h1>Något gick fel.</h1>
      <p>Försök igen. Hjälper det inte: återställ appen, så hämtas den på nytt.</p>
      <div className={styles['ways']}>
        <Button kind="primary" icon={refreshIcon} onClick={() => location.reload()}>
          Försök igen
        </Button>
        {resetPage && <a href={`/${resetPage}`}>Återställ appen</a>}
      </div>
    </div>
  )
}
