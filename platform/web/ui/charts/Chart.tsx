import { useId } from 'react'
import type { Statistic } from '#platform/contract/statistics.ts'
import { classes } from '../class-names.ts'
import styles from './Chart.module.css'

const BAR = 16
/** A table with more columns is below its bars, because half a frame would cut it. */
const MOST_BESIDE = 4
const hiddenWord = 'för få'

/** The number format of all figures of a statistic: with one decimal if any of them has decimals. */
function numbersOf({ rader, summor }: Statistic): Intl.NumberFormat {
  const all = [...rader, ...(summor ? [summor] : [])].flatMap(({ varden, summa }) => [...varden, summa])
  const digits = all.every((value) => value === null || Number.isInteger(value)) ? 0 : 1
  return new Intl.NumberFormat('sv-SE', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** Figures as bars, with the same figures in a table. A figure that is withheld has no bar. */
export function Chart({ of }: { of: Statistic }) {
  const { titel, forklaring } = of
  const id = useId()
  return (
    <figure className={styles['figure']} aria-labelledby={`${id}-title`}>
      <figcaption>
        <h2 id={`${id}-title`}>{titel}</h2>
        <p>{forklaring}</p>
      </figcaption>
      <div
        className={classes(
          styles['both'],
          of.kolumner.length === 1 && styles['small'],
          of.kolumner.length > MOST_BESIDE && styles['broad'],
        )}
      >
        <div>
          <Bars of={of} />
          {of.kolumner.length > 1 && <Legend of={of} />}
        </div>
        <Table of={of} />
      </div>
    </figure>
  )
}

const series = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const
const lookOf = (column: number) => styles[series[column % series.length] ?? 'first']

type Row = Statistic['rader'][number]

/** The sum of a row if only its parts are withheld. Its bar is in one piece. */
const undivided = ({ varden, summa }: Row) =>
  varden.length > 1 && summa !== null && varden.includes(null) ? summa : null
const partsOf = ({ varden }: Row) => varden.reduce<number>((sum, value) => sum + (value ?? 0), 0)
const lengthOf = (row: Row) => undivided(row) ?? partsOf(row)

function Bars({ of }: { of: Statistic }) {
  const { titel, kolumner, rader, enhet } = of
  const id = useId()
  const numbers = numbersOf(of)
  const shown = (value: number | null) => (value === null ? hiddenWord : numbers.format(value))
  const several = kolumner.length > 1
  const most = Math.max(1, ...rader.map(lengthOf))
  const inWords = rader.map(
    ({ namn, varden }) =>
      `${namn}: ${varden.map((value, at) => `${several ? `${kolumner[at]} ` : ''}${shown(value)}`).join(', ')}`,
  )
  return (
    <>
      <span id={id} hidden>
        {inWords.join('. ')}
        {enhet && `. ${enhet}`}
      </span>
      {/* Only the bars grow with the frame. Text inside the SVG would grow too. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing of several parts, which follows the page's theme */}
      <div role="img" className={styles['bars']} aria-label={titel} aria-describedby={id}>
        {rader.map((row) => (
          <div key={row.namn} className={styles['row']}>
            <span className={styles['name']}>{row.namn}</span>
            <span className={styles['track']}>
              <Bar of={row} columns={kolumner} most={most} />
              <b>{shown(several ? row.summa : (row.varden[0] ?? null))}</b>
            </span>
          </div>
        ))}
      </div>
    </>
  )
}

function Bar({ of, columns, most }: { of: Row; columns: readonly string[]; most: number }) {
  const long = lengthOf(of)
  if (long === 0) return null
  const edges = of.varden.reduce<number[]>((at, value) => [...at, at.at(-1)! + (value ?? 0)], [0])
  return (
    <svg
      width={`${Math.max(1, (long / most) * 100)}%`}
      height={BAR}
      viewBox={`0 0 ${long} ${BAR}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {undivided(of) === null ? (
        of.varden.map((value, column) =>
          value ? (
            <rect key={columns[column]} x={edges[column]} width={value} height={BAR} className={lookOf(column)} />
          ) : null,
        )
      ) : (
        <rect width={long} height={BAR} className={styles['whole']} />
      )}
    </svg>
  )
}

/** The legend of the colours that are used. */
function Legend({ of: { kolumner, rader } }: { of: Statistic }) {
  const divided = rader.filter((row) => undivided(row) === null)
  const drawn = kolumner.flatMap((name, at) =>
    divided.some(({ varden }) => varden[at]) ? [{ name, look: lookOf(at) }] : [],
  )
  const all = [
    ...drawn,
    ...(divided.length < rader.length ? [{ name: 'Uppdelningen visas inte', look: styles['whole'] }] : []),
  ]
  return (
    <ul className={styles['legend']}>
      {all.map(({ name, look }) => (
        <li key={name}>
          <svg width="14" height="14" aria-hidden="true">
            <rect width="14" height="14" className={look} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}

function Table({ of }: { of: Statistic }) {
  const { titel, rad, kolumner, rader, summor, enhet, andel } = of
  const several = kolumner.length > 1
  const numbers = numbersOf(of)
  const cell = (value: number | null) =>
    value === null ? <span className={styles['few']}>{hiddenWord}</span> : numbers.format(value)
  const share = (values: readonly (number | null)[], sum: number | null) => {
    const value = andel === null ? null : (values[andel] ?? null)
    return value === null || !sum ? '–' : `${Math.round((value / sum) * 100)} %`
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- scrolls in its own frame, by keyboard too
    <div className={styles['frame']} role="group" aria-label={`Tabell: ${titel}`} tabIndex={0}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{rad}</th>
            {kolumner.map((column) => (
              <th key={column} scope="col">
                {column}
                {enhet && ` (${enhet})`}
              </th>
            ))}
            {several && <th scope="col">Summa</th>}
            {andel !== null && (
              <th scope="col">
                Andel<span className={styles['whose']}> {kolumner[andel]?.toLocaleLowerCase('sv')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rader.map(({ namn, varden, summa }) => (
            <tr key={namn}>
              <th scope="row">{namn}</th>
              {varden.map((value, at) => (
                <td key={kolumner[at]}>{cell(value)}</td>
              ))}
              {several && <td>{cell(summa)}</td>}
              {andel !== null && <td>{share(varden, summa)}</td>}
            </tr>
          ))}
        </tbody>
        {summor && (
          <tfoot>
            <tr>
              <th scope="row">Summa</th>
              {summor.varden.map((value, at) => (
                <td key={kolumner[at]}>{cell(value)}</td>
              ))}
              {several && <td>{cell(summor.summa)}</td>}
              {andel !== null && <td>{share(summor.varden, summor.summa)}</td>}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
