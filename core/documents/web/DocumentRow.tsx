import { Fragment, type ReactNode, useId } from 'react'
import { kindOf, titleOf } from '../rules.ts'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { documentIcon } from '#platform/web/ui/icons-more.ts'
import { Unbroken } from '#platform/web/ui/Unbroken.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import styles from './DocumentRow.module.css'
import { type DocumentFile, ReadButton } from './ReadButton.tsx'
import { readableSize } from './readable-size.ts'
import { SaveButton } from './SaveButton.tsx'
import { howToRead, isViewable } from './viewable.ts'

interface DocumentRowProps extends DocumentFile {
  /** Bytes. */
  size?: number
  /** When it was last changed. */
  date?: string
  /** More facts, after the kind, the size and the date. */
  facts?: ReactNode
  /** A row of a table, or an item of a list. */
  as: 'tr' | 'li'
  title?: ReactNode
  /** Says what the title is, for screen readers: 'Period'. */
  label?: string
  busyText?: string
  busyFor?: number
  /** Text after the button's word, for screen readers. */
  saves?: ReactNode
  /** Wraps the title in a link, if a link opens the document instead of a dialog. */
  link?: ((title: ReactNode) => ReactNode) | undefined
}

/**
 * One document, shown in the same way everywhere: its title without the file's ending, its kind, size and date. A tap opens the document if
 * the portal can show it; the icon saves it.
 */
export function DocumentRow({
  as: Row,
  size,
  date,
  facts,
  title,
  label,
  busyText,
  busyFor,
  saves,
  link,
  ...file
}: DocumentRowProps) {
  const titleId = useId()
  const { fileName } = file
  const kind = kindOf(fileName)
  const named = title ?? <Title of={titleOf(fileName)} date={date} />
  const what = (
    <>
      <span className={styles['kind']}>
        <Icon path={documentIcon} size={20} />
      </span>
      <span className={styles['words']}>
        {label && <VisuallyHidden>{label}</VisuallyHidden>}
        <span id={titleId} className={styles['title']}>
          {link ? link(named) : isViewable(fileName) ? <ReadButton {...file}>{named}</ReadButton> : named}
        </span>
        <span className={styles['facts']}>
          <Facts>
            {[
              kind,
              size !== undefined && readableSize(size),
              date !== undefined && (
                <time key="date" dateTime={date}>
                  {date}
                </time>
              ),
              facts,
            ]}
          </Facts>
        </span>
        {!isViewable(fileName) && <span className={styles['facts']}>{howToRead(fileName)}</span>}
      </span>
    </>
  )
  const save = (
    <SaveButton {...file} busyText={busyText} busyFor={busyFor} describedBy={titleId}>
      {saves}
    </SaveButton>
  )
  return Row === 'tr' ? (
    <tr className={styles['row']}>
      <th scope="row" className={styles['what']}>
        {what}
      </th>
      <td className={styles['does']}>{save}</td>
    </tr>
  ) : (
    <li className={styles['row']}>
      <div className={styles['what']}>{what}</div>
      <div className={styles['does']}>{save}</div>
    </li>
  )
}

function Facts({ children }: { children: readonly ReactNode[] }) {
  return children
    .filter((fact) => fact !== false && fact !== undefined)
    .map((fact, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- the facts of one document never move
      <Fragment key={index}>
        {index > 0 && ' · '}
        {fact}
      </Fragment>
    ))
}

/** A date at the end of a title that is also below the title is only for screen readers. */
function Title({ of, date }: { of: string; date: string | undefined }) {
  if (date !== undefined && of.endsWith(` ${date}`)) {
    return (
      <>
        {of.slice(0, -date.length - 1)}
        <VisuallyHidden> {date}</VisuallyHidden>
      </>
    )
  }
  return <Unbroken>{of}</Unbroken>
}
