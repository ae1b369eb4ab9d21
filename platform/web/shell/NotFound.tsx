import { startPage } from '#platform/contract/pages.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useTitle } from './Screens.tsx'

export function NotFound() {
  useTitle('Sidan finns inte')
  return (
    <>
      <PageHeader title="Sidan finns inte" lead="Adressen kan vara felskriven, eller så har sidan flyttats." />
      <ButtonLink to={startPage}>Till startsidan</ButtonLink>
    </>
  )
}
