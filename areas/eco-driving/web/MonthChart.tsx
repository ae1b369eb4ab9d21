import { monthInWords } from '#platform/contract/dates-in-words.ts'
import { yearMonthOf } from '#platform/contract/wall-clock.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { chevronRightIcon } from '#platform/web/ui/icons.ts'
import type { EcoMonth } from '../contract.ts'
import { levelOf, type Level } from '../rules.ts'
import { missing, percent } from './figures.ts'
import { usage } from './IndexPill.tsx'
import { reachOf, shortMonth } from './month-scale.ts'
import styles from './MonthChart.module.css'

// In pixels: the chart is as wide as its card, and its text stays as large as the page's.
const TOP = 10
const HALF = 64
const MIDDLE = TOP + HALF
const HEIGHT = MIDDLE + HALF + 26
/** Where the scale ends and the bars begin, in percent of the width. */
const LEFT = 16
/** With fewer months than this the bars do not become wider. */
const FEWEST = 8

const fills: Readonly<Record<Level, string | undefined>> = {
  less: styles['less'],
  even: styles['even'],
  more: styles['more'],
}

const inWords = (month: EcoMonth | undefined) => (month ? monthInWords(yearMonthOf(month.month)) : '')

/** The index of each month as a bar up or down from 100 %, with the same figures as a table. */
export function MonthChart({ months }: { months: readonly EcoMonth[] }) {
  const reach = reachOf(months.map(({ index }) => index))
  const edge = Math.round(reach * 100)
  const step = (100 - LEFT) / Math.max(months.length, FEWEST)
  const [first, last] = [months[0], months.at(-1)]
  return (
    <Card title="Månad för månad">
      <p className={styles['direction']} aria-hidden="true">
        Mer än 100&nbsp;%: drar mer
      </p>
      <svg
        className={styles['chart']}
        width="100%"
        height={HEIGHT}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing, which follows the page's theme
        role="img"
        aria-label={`Jämförelseindex per månad, ${inWords(first)} till ${inWords(last)}. Siffrorna finns i tabellen nedanför.`}
      >
        {[
          [TOP, 100 + edge],
          [MIDDLE, 100],
          [MIDDLE + HALF, 100 - edge],
        ].map(([y = 0, value]) => (
          <g key={value}>
            <line
              x1={`${LEFT}%`}
              x2="100%"
              y1={y}
              y2={y}
              className={value === 100 ? styles['middle'] : styles['edge']}
            />
            <text x={`${LEFT - 1.5}%`} y={y + 5} className={styles['scale']}>
              {value} %
            </text>
          </g>
        ))}
        {months.map(({ month, index }, at) => {
          const middle = LEFT + step * (at + 0.5)
          const height = index === null ? 0 : Math.max(2, (Math.abs(index - 1) / reach) * HALF)
          return (
            <g key={month}>
              {index !== null && (
                <rect
                  x={`${middle - step * 0.32}%`}
                  width={`${step * 0.64}%`}
                  y={index > 1 ? MIDDLE - height : MIDDLE}
                  height={height}
                  rx="2"
                  className={fills[levelOf(index)]}
                />
              )}
              <text
                x={`${middle}%`}
                y={MIDDLE + HALF + 20}
                // On a phone every second month has a label, always including the last.
                className={(months.length - 1 - at) % 2 === 0 ? styles['month'] : styles['between']}
              >
                {shortMonth(month)}
              </text>
            </g>
          )
        })}
      </svg>
      <p className={styles['direction']} aria-hidden="true">
        Mindre än 100&nbsp;%: drar mindre
      </p>
      <details className={styles['details']}>
        <summary>
          <Icon path={chevronRightIcon} size={20} />
          Visa siffrorna
        </summary>
        <table className={styles['table']} aria-label="Jämförelseindex per månad">
          <thead>
            <tr>
              <th scope="col">Månad</th>
              <th scope="col">Index</th>
              <th scope="col">Jämfört med vanligt</th>
            </tr>
          </thead>
          <tbody>
            {months.toReversed().map(({ month, index }) => (
              <tr key={month}>
                <th scope="row">{monthInWords(yearMonthOf(month))}</th>
                <td>{percent(index)}</td>
                <td>{index === null ? missing : usage[levelOf(index)]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Card>
  )
}
