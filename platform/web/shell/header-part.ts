import { startPage } from '#platform/contract/pages.ts'
import { variant } from '../page/variant.ts'
import type { Make } from '../ui/make.ts'
import styles from './Header.module.css'

export const headerClass = `livery ${styles['header']}`

/** The company's logo and name, as a link to the start page. The office's header has another name and page. */
export const brand = <Part>(
  make: Make<Part>,
  href: string = startPage,
  name = make('span', { className: styles['title'] }, variant.title),
): Part =>
  make(
    'a',
    { className: styles['brand'], href },
    make('img', { src: '/variant/logo.svg', alt: '', width: 32, height: 32 }),
    name,
  )

/** The header with only the name. */
export const firstHeader = <Part>(make: Make<Part>): Part => make('header', { className: headerClass }, brand(make))
