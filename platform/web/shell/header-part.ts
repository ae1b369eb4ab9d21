import { startPage } from '#platform/contract/pages.ts'
import { variant } from '../page/variant.ts'
import type { Make } from '../ui/make.ts'
import styles from './Header.module.css'

/** The company's name and logo, which lead to the start page. */
export const brand = <Part>(make: Make<Part>): Part =>
  make(
    'a',
    { className: styles['brand'], href: startPage },
    make('img', { src: '/variant/logo.svg', alt: '', width: 32, height: 32 }),
    make('span', { className: styles['title'] }, variant.title),
  )

/** The header with the name alone. */
export const firstHeader = <Part>(make: Make<Part>): Part =>
  make('header', { className: `livery ${styles['header']}` }, brand(make))
