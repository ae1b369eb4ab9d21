import { inFont, pdfOf, type PdfPage, type PdfPart } from '#core/documents/server/demo/pdf.ts'
import { monthName } from '../../rules.ts'
import { wageOf, type Earner, type WageLine } from './wage.ts'

export interface PayslipOf extends Earner {
  readonly company: string
  readonly name: string
  /** `YYYY-MM` */
  readonly month: string
  readonly paymentDate: string
}

const left = 48
const right = 547
const width = right - left
const grey = '#ededed'

/** '31 450,00' as Swedes write it. */
const kronor = (amount: number) => {
  const [whole = '', rest = ''] = Math.abs(amount).toFixed(2).split('.')
  return `${amount < 0 ? '\u2212' : ''}${whole.replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0')},${rest}`
}

/** The payslip of an employee and a month as a PDF. */
export function payslipSheet(of: PayslipOf): Promise<Uint8Array> {
  const year = Number(of.month.slice(0, 4))
  const month = Number(of.month.slice(5, 7))
  const wage = wageOf(of, year, month)
  const soFar = Array.from({ length: month }, (_, earlier) => wageOf(of, year, earlier + 1))
  const sum = (key: 'gross' | 'tax' | 'net') => kronor(soFar.reduce((total, one) => total + one[key], 0))
  const about = {
    title: `Lönebesked ${monthName(of.month)}`,
    author: of.company,
    dated: new Date(`${of.paymentDate}T06:00:00Z`),
  }
  return pdfOf(about, (page, root) => {
    const { write, table } = penOf(page, root)
    write('P', of.company, { y: 52, size: 14, bold: true })
    write('H1', about.title, { y: 74, size: 20, bold: true })
    page.y = 112
    table([230, 269], {
      rows: [
        ['Namn', of.name],
        ['Befattning', of.position],
        ['Anställningsnummer', of.number],
        ['Löneperiod', of.month],
        ['Utbetalningsdag', of.paymentDate],
      ],
    })
    write('H2', 'Lön', { y: page.y + 18, size: 12, bold: true })
    page.y += 6
    table([44, 200, 70, 45, 70, 70], {
      head: ['Art', 'Benämning', 'Antal', 'Enhet', 'À-pris', 'Belopp'],
      rows: wage.lines.map(lineOf),
      numbers: [2, 4, 5],
    })
    page.y += 8
    table([429, 70], {
      rows: [
        ['Bruttolön', kronor(wage.gross)],
        ['Preliminär skatt, tabell 34 kolumn 1', kronor(-wage.tax)],
        ['Öresutjämning', kronor(Math.round((wage.net - wage.gross + wage.tax) * 100) / 100)],
        [`Utbetalas ${of.paymentDate}`, kronor(wage.net)],
      ],
      numbers: [1],
      lastBold: true,
    })
    write('P', `Till bankkonto **** ${((Number(of.number) * 37) % 9000) + 1000}`, { y: page.y + 8 })
    for (const [heading, rows] of [
      [
        `Hittills ${year}`,
        [
          ['Bruttolön', sum('gross')],
          ['Preliminär skatt', sum('tax')],
          ['Utbetalt', sum('net')],
        ],
      ],
      [
        'Semester',
        [
          ['Betalda dagar kvar', String(wage.holidays.left)],
          ['Uttagna i år', String(wage.holidays.taken)],
          ['Sparade dagar', String(wage.holidays.saved)],
        ],
      ],
    ] as const) {
      write('H2', heading, { y: page.y + 18, size: 12, bold: true })
      page.y += 6
      table([429, 70], { rows, numbers: [1] })
    }
    write('P', 'Ob-tillägg och övertid avser föregående månad. Frågor om lönen: vänd dig till din närmaste chef.', {
      y: page.y + 24,
      size: 8,
    })
    write('P', 'Det här lönebeskedet är ett exempel: personer och belopp är påhittade.', { y: page.y + 3, size: 8 })
  })
}

const lineOf = ({ code, label, quantity, unit, price, amount }: WageLine) => [
  code,
  label,
  quantity === undefined ? '' : kronor(quantity),
  unit ?? '',
  price === undefined ? '' : kronor(price),
  kronor(amount),
]

interface Table {
  readonly head?: readonly string[]
  /** In a table without a header row, the first cell of each row is its heading. */
  readonly rows: readonly (readonly string[])[]
  /** Right-aligned columns. */
  readonly numbers?: readonly number[]
  readonly lastBold?: boolean
}

interface Written {
  readonly y: number
  readonly size?: number
  readonly bold?: boolean
}

const font = (bold: boolean) => ({ src: bold ? 'Helvetica-Bold' : 'Helvetica', size: 9 })

function penOf(page: PdfPage, root: PdfPart) {
  return {
    write: (tag: 'H1' | 'H2' | 'P', words: string, { y, size = 9, bold = false }: Written): void => {
      root.add(
        page.struct(tag, {}, () =>
          page.font(font(bold).src).fontSize(size).fillColor('#111111').text(inFont(words), left, y),
        ),
      )
    },
    table: (columns: readonly number[], { head, rows, numbers = [], lastBold = false }: Table): void => {
      const cell = (words: string, column: number) => ({
        text: inFont(words),
        align: { x: numbers.includes(column) ? ('right' as const) : ('left' as const) },
      })
      // In a separate variable, because the types lack structParent and scope, which the library documents.
      const scoped = {
        structParent: root,
        position: { x: left, y: page.y },
        maxWidth: width,
        columnStyles: [...columns],
        defaultStyle: {
          border: [0, 0, 0.4, 0] as [number, number, number, number],
          borderColor: '#b5b5b5',
          padding: 4,
        },
        data: [
          ...(head
            ? [
                head.map((words, column) => ({
                  ...cell(words, column),
                  type: 'TH' as const,
                  scope: 'Column' as const,
                  backgroundColor: grey,
                  font: font(true),
                })),
              ]
            : []),
          ...rows.map((row, nth) =>
            row.map((words, column) => ({
              ...cell(words, column),
              ...(!head && column === 0 ? { type: 'TH' as const, scope: 'Row' as const } : {}),
              font: font(lastBold && nth === rows.length - 1),
            })),
          ),
        ],
      }
      page.table(scoped)
    },
  }
}
