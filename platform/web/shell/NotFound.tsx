import { startPage } from '#platform/contract/pages.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useTitle } from './Screens.tsx'

interface NotFoundProps {
  /** Where it leads on. */
  to?: string
  words?: string
}

export function NotFound({ to = startPage, words = 'Till startsidan' }: NotFoundProps) {
  useTitle('Sidan finns inte')
  return (
    <>
      <PageHeader title="Sidan finns inte" lead="Adressen kan vara felskriven, eller så har sidan flyttats." />
      <ButtonLink to={to}>{words}</ButtonLink>
    </>
  )
}
