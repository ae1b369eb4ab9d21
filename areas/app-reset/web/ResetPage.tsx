import { Plain } from '#platform/web/shell/Screens.tsx'
import { Help } from './Help.tsx'

/** /reset and /help: outside the shell, without a sign-in. */
export default function ResetPage() {
  return (
    <Plain>
      <Help />
    </Plain>
  )
}
