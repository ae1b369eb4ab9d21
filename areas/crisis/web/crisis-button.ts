import { pageAt } from '#platform/contract/pages.ts'
import { iconPart } from '#platform/web/ui/icon-part.ts'
import { crisisIcon } from '#platform/web/ui/icons-more.ts'
import type { Make } from '#platform/web/ui/make.ts'
import styles from './CrisisButton.module.css'
import { mainPath } from '../paths.ts'

/** The button beside the greeting, where nothing that loads later moves it. */
export const crisisButton = <Part>(make: Make<Part>): Part =>
  make(
    'a',
    { className: styles['crisis'], href: pageAt(mainPath) },
    iconPart(make, crisisIcon, 20),
    make('span', null, 'Vid kris klicka här'),
  )
