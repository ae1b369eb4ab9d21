import { counted } from '#platform/contract/counted.ts'
import { officeAt } from '#platform/contract/office-pages.ts'
import { minuteText, wallClockIn } from '#platform/contract/wall-clock.ts'
import { variant } from '#platform/web/page/variant.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { dutiesIcon } from '#platform/web/ui/icons.ts'
import { Link } from '#platform/web/ui/Link.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { OptionBox } from '#platform/web/ui/OptionBox.tsx'
import { passFocus } from '#platform/web/ui/page-focus.ts'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { useWorkList, type WorkList } from './kept-work-list.ts'
import styles from './WorkListScreen.module.css'

/** The work list on the device, also without coverage. */
export default function WorkListScreen() {
  const { list, tick, remove, failed } = useWorkList()
  if (list === undefined) return <Skeleton shape="rows" lines={8} />
  if (list === null)
    return (
      <>
        <PageHeader title="Arbetslista" />
        <EmptyState icon={dutiesIcon} title="Ingen arbetslista på den här enheten">
          Öppna en kö, välj Arbetslista under listan och ta med den. Då går den att läsa utan täckning.
        </EmptyState>
      </>
    )
  const { title, rows, done, at } = list
  const ticked = rows.filter(([number = '']) => done.includes(number)).length
  return (
    <>
      <PageHeader
        title="Arbetslista"
        lead={`${title}, hämtad ${minuteText(wallClockIn(variant.timeZone, new Date(at)))}. ${ticked} av ${counted(rows.length, 'ärende är gjort', 'ärenden är gjorda')}.`}
        actions={
          <Button ref={passFocus} kind="quiet" onClick={remove}>
            Ta bort från enheten
          </Button>
        }
      />
      {failed && <Notice kind="error">Enheten kunde inte spara ändringen.</Notice>}
      <p className={styles['hint']}>Bockarna finns bara här. Svar och status skrivs i ärendet.</p>
      <ol className={styles['lines']} aria-label={title}>
        {rows.map((row) => (
          <Line key={row[0]} list={list} row={row} onTick={tick} />
        ))}
      </ol>
    </>
  )
}

interface LineProps {
  list: WorkList
  row: readonly string[]
  onTick: (number: string, done: boolean) => void
}

/** The columns of the last line, each with the word before its cell. */
const lastLine = [
  ['Status', ''],
  ['Handläggare', ''],
  ['Senast', 'senast '],
] as const

function Line({ list: { heads, kind, done: all }, row, onTick }: LineProps) {
  const cell = (head: string) => row[heads.indexOf(head)] ?? ''
  const [number = '', title = ''] = row
  const done = all.includes(number)
  const facts = lastLine.filter(([head]) => cell(head) !== '').map(([head, before]) => before + cell(head))
  return (
    <li className={styles['line']} data-done={done || undefined}>
      <OptionBox type="checkbox" checked={done} onChange={({ target }) => onTick(number, target.checked)}>
        <span className={styles['words']}>
          <b>
            {number} {title}
          </b>
          <span>{cell('Gäller')}</span>
          <small>{facts.join(' · ')}</small>
        </span>
      </OptionBox>
      <Link to={`${officeAt(kind)}?visa=${encodeURIComponent(number)}`} className={styles['open']}>
        Öppna<VisuallyHidden> {number}</VisuallyHidden>
      </Link>
    </li>
  )
}
