import type { ReactNode } from 'react'
import { startPage } from '#platform/contract/pages.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useTitle } from './Screens.tsx'

/** `children`: the way on, if that is not the start page. */
export function NotFound({
  children = <ButtonLink to={startPage}>Till startsidan</ButtonLink>,
}: {
  children?: ReactNode
}) {
  useTitle('Sidan finns inte')
  return (
    <>
      <PageHeader title="Sidan finns inte" lead="Adressen kan vara felskriven, eller så har sidan flyttats." />
      {children}
    </>
  )
}
