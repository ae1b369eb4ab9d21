import { Notice } from '../../ui/Notice.tsx'
import { deviceName } from '../../ui/use-media.ts'

/** Says in a form that its draft has `failed`: the phone refuses to keep what is typed. */
export function NotKept({ draft: { failed } }: { draft: { readonly failed: boolean } }) {
  if (!failed) return null
  return (
    <Notice kind="warning">Det du skriver kan inte sparas på {deviceName()}. Det försvinner om du lämnar sidan.</Notice>
  )
}
