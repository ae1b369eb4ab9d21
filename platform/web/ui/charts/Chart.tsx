import { useId } from 'react'
import type { Statistic } from '#platform/contract/statistics.ts'
import styles from './Chart.module.css'

const LABEL = 116
const WIDTH = 360
const END = 48
const ROW = 26
const BAR = 16
const number = new Intl.NumberFormat('sv-SE', { maximumFractionDigits: 1 })
const hiddenWord = 'för få'

const shown = (value: number | null) => (value === null ? hiddenWord : number.format(value))
/** The label column holds so many characters. */
const short = (name: string) => (name.length > 15 ? `${name.slice(0, 14)}…` : name)

/** Figures as bars, with the same figures in a table beside them. A figure that is withheld has no bar. */
export function Chart({ of }: { of: Statistic }) {
  const { titel, forklaring } = of
  const id = useId()
  return (
    <figure className={styles['figure']} aria-labelledby={`${id}-title`}>
      <figcaption>
        <h2 id={`${id}-title`}>{titel}</h2>
        <p>{forklaring}</p>
      </figcaption>
      <div className={styles['both']}>
        <div>
          <Bars of={of} />
          {of.kolumner.length > 1 && <Legend columns={of.kolumner} />}
        </div>
        <Table of={of} />
      </div>
    </figure>
  )
}

const series = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const
const lookOf = (column: number) => styles[series[column % series.length] ?? 'first']

function Bars({ of: { titel, kolumner, rader, enhet } }: { of: Statistic }) {
  const id = useId()
  // Where only the parts are withheld, the whole is drawn in one piece.
  const undivided = (varden: readonly (number | null)[], summa: number | null) =>
    kolumner.length > 1 && summa !== null && varden.includes(null) ? summa : null
  const lengthOf = ({ varden, summa }: Statistic['rader'][number]) =>
    undivided(varden, summa) ?? varden.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  const most = Math.max(1, ...rader.map(lengthOf))
  const scale = (WIDTH - LABEL - END) / most
  const inWords = rader.map(
    ({ namn, varden }) =>
      `${namn}: ${varden.map((value, at) => `${kolumner.length > 1 ? `${kolumner[at]} ` : ''}${shown(value)}`).join(', ')}`,
  )
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing, which follows the page's theme
      role="img"
      viewBox={`0 0 ${WIDTH} ${rader.length * ROW + 4}`}
      className={styles['bars']}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-desc`}
    >
      <title id={`${id}-title`}>{titel}</title>
      <desc id={`${id}-desc`}>
        {inWords.join('. ')}
        {enhet && `. ${enhet}`}
      </desc>
      {rader.map(({ namn, varden, summa }, row) => {
        const top = row * ROW + (ROW - BAR) / 2
        const middle = row * ROW + ROW / 2
        const edges = varden.reduce<number[]>((at, value) => [...at, at.at(-1)! + (value ?? 0) * scale], [LABEL])
        const total = kolumner.length > 1 ? summa : (varden[0] ?? null)
        const whole = undivided(varden, summa)
        return (
          <g key={namn}>
            <text x={LABEL - 8} y={middle} className={styles['name']}>
              {short(namn)}
            </text>
            {whole !== null && (
              <rect x={LABEL} y={top} width={whole * scale} height={BAR} className={styles['whole']} />
            )}
            {varden.map((value, column) =>
              value && whole === null ? (
                <rect
                  key={kolumner[column]}
                  x={edges[column]}
                  y={top}
                  width={Math.max(1, value * scale)}
                  height={BAR}
                  className={lookOf(column)}
                />
              ) : null,
            )}
            <text
              x={(whole === null ? (edges.at(-1) ?? LABEL) : LABEL + whole * scale) + 6}
              y={middle}
              className={styles['value']}
            >
              {shown(total)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

function Legend({ columns }: { columns: readonly string[] }) {
  return (
    <ul className={styles['legend']}>
      {columns.map((column, at) => (
        <li key={column}>
          <svg width="14" height="14" aria-hidden="true">
            <rect width="14" height="14" className={lookOf(at)} />
          </svg>
          {column}
        </li>
      ))}
    </ul>
  )
}

const cell = (value: number | null) =>
  value === null ? <span className={styles['few']}>{hiddenWord}</span> : number.format(value)

function Table({ of: { titel, rad, kolumner, rader, summor, enhet, andel } }: { of: Statistic }) {
  const several = kolumner.length > 1
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
            {andel !== null && <th scope="col">Andel {kolumner[andel]?.toLocaleLowerCase('sv')}</th>}
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
