import { Plain } from '#platform/web/shell/Screens.tsx'
import { Help } from './Help.tsx'

/** /reset and /help: outside the shell, where nobody has to be signed in. */
export default function ResetPage() {
  return (
    <Plain>
      <Help />
    </Plain>
  )
}
