import type { Make } from './make.ts'
import styles from './PageHeader.module.css'

/** A page's header before React has loaded: PageHeader without moving the focus. */
export const firstHeading = <Part>(make: Make<Part>, over: Part, title: string, beside: readonly Part[]): Part =>
  make(
    'div',
    { className: styles['header'] },
    make(
      'div',
      { className: styles['words'] },
      make('p', { className: styles['over'] }, over),
      make('h1', null, title),
    ),
    make('div', { className: styles['actions'] }, ...beside),
  )
