/** One measurement, with the figures to which it is compared. */
export interface Line {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** Number of decimals, if the usual number is too small. */
  readonly digits?: number
  /** The floor's figure, and the median of the rounds' ratios of the value to it. */
  readonly floor?: number
  readonly ratio?: number
  /** The lowest and the highest ratio of a round. */
  readonly spread?: readonly [number, number]
  /** The limit of the ratio if there is a ratio, otherwise of the value. None if the figure is only reported. */
  readonly limit?: { readonly atMost: number } | { readonly atLeast: number }
}

export const isWithin = ({ value, ratio = value, limit }: Line): boolean =>
  !limit || ('atMost' in limit ? ratio <= limit.atMost : ratio >= limit.atLeast)

const head = ['Measured', 'Portal', 'Floor', 'Ratio', 'Spread', 'Limit', ''] as const

function cells(line: Line): string[] {
  const { name, value, unit, digits, floor, ratio, spread, limit } = line
  const bound = limit && ('atMost' in limit ? limit.atMost : limit.atLeast)
  const sign = limit && 'atLeast' in limit ? 'at least' : 'at most'
  return [
    name,
    `${number(value, digits)} ${unit}`,
    floor === undefined ? '' : `${number(floor)} ${unit}`,
    ratio === undefined ? '' : number(ratio, 2),
    spread === undefined ? '' : spread.map((each) => number(each, 2)).join(' to '),
    bound === undefined ? '' : `${sign} ${ratio === undefined ? `${number(bound, digits)} ${unit}` : number(bound, 2)}`,
    bound === undefined ? '' : isWithin(line) ? 'ok' : 'OVER ITS LIMIT',
  ]
}

/** For the terminal, with aligned columns. */
export function asText(lines: readonly Line[]): string {
  const rows = [[...head], ...lines.map(cells)]
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export function asMarkdown(lines: readonly Line[]): string {
  const row = (texts: readonly string[]) => `| ${texts.join(' | ')} |`
  return [
    row(head),
    row(['---', '--:', '--:', '--:', '--:', '--:', '---']),
    ...lines.map((line) => row(cells(line))),
  ].join('\n')
}

function number(value: number, digits = value < 100 && !Number.isInteger(value) ? 1 : 0): string {
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
