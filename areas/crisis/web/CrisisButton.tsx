import { pageAt } from '#platform/contract/pages.ts'
import { ButtonLink } from '#platform/web/ui/Button.tsx'
import { crisisIcon } from '#platform/web/ui/icons-more.ts'
import { mainPath } from './paths.ts'

/** One tap from the dashboard, on every width. */
export function CrisisButton() {
  return (
    <ButtonLink kind="danger" wide icon={crisisIcon} to={pageAt(mainPath)}>
      Vid kris klicka här
    </ButtonLink>
  )
}
