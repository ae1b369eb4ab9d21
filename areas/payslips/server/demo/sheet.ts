import { monthName } from '../../rules.ts'
import { pdfOf, type Sheet } from './pdf.ts'
import { wageOf, type Earner } from './wage.ts'

export interface PayslipOf extends Earner {
  readonly company: string
  readonly name: string
  /** `YYYY-MM` */
  readonly month: string
  readonly paymentDate: string
}

const LEFT = 48
const RIGHT = 547
const columns = { code: LEFT + 6, label: 92, quantity: 330, unit: 336, price: 440, amount: RIGHT - 6 }

/** '31 450,00' as Swedes write it. The fonts' encoding has no minus sign: the dash looks like one. */
const kronor = (amount: number) => {
  const [whole = '', rest = ''] = Math.abs(amount).toFixed(2).split('.')
  return `${amount < 0 ? '–' : ''}${whole.replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0')},${rest}`
}

/** The payslip of an employee and a month as a PDF. */
export function payslipSheet(of: PayslipOf): Buffer {
  const year = Number(of.month.slice(0, 4))
  const month = Number(of.month.slice(5, 7))
  const wage = wageOf(of, year, month)
  const soFar = Array.from({ length: month }, (_, earlier) => wageOf(of, year, earlier + 1))
  const sum = (key: 'gross' | 'tax' | 'net') => soFar.reduce((total, one) => total + one[key], 0)
  return pdfOf(`Lönebesked ${monthName(of.month)}`, (sheet) => {
    head(sheet, of)
    let y = 640
    sheet.shade(y - 5, 18, LEFT, RIGHT)
    sheet.text(columns.code, y, 'Art', { bold: true })
    sheet.text(columns.label, y, 'Benämning', { bold: true })
    sheet.text(columns.quantity, y, 'Antal', { bold: true, right: true })
    sheet.text(columns.price, y, 'À-pris', { bold: true, right: true })
    sheet.text(columns.amount, y, 'Belopp', { bold: true, right: true })
    for (const line of wage.lines) {
      y -= 17
      sheet.text(columns.code, y, line.code)
      sheet.text(columns.label, y, line.label)
      if (line.quantity !== undefined) sheet.text(columns.quantity, y, kronor(line.quantity), { right: true })
      sheet.text(columns.unit, y, line.unit ?? '')
      if (line.price !== undefined) sheet.text(columns.price, y, kronor(line.price), { right: true })
      sheet.text(columns.amount, y, kronor(line.amount), { right: true })
    }
    const total = (label: string, amount: number, bold = false) => {
      y -= 18
      sheet.text(columns.label, y, label, { bold, size: bold ? 11 : 9 })
      sheet.text(columns.amount, y, kronor(amount), { bold, size: bold ? 11 : 9, right: true })
    }
    y -= 12
    sheet.line(y, LEFT, RIGHT)
    total('Bruttolön', wage.gross)
    total('Preliminär skatt, tabell 34 kolumn 1', -wage.tax)
    total('Öresutjämning', Math.round((wage.net - wage.gross + wage.tax) * 100) / 100)
    y -= 10
    sheet.line(y, LEFT, RIGHT)
    total(`Utbetalas ${of.paymentDate}`, wage.net, true)
    sheet.text(columns.label, y - 18, `Till bankkonto **** ${((Number(of.number) * 37) % 9000) + 1000}`)

    y -= 66
    box(sheet, y, LEFT, `Ackumulerat ${year}`, [
      ['Bruttolön', kronor(sum('gross'))],
      ['Preliminär skatt', kronor(sum('tax'))],
      ['Utbetalt', kronor(sum('net'))],
    ])
    box(sheet, y, 310, 'Semester', [
      ['Betalda dagar kvar', String(wage.holidays.left)],
      ['Uttagna i år', String(wage.holidays.taken)],
      ['Sparade dagar', String(wage.holidays.saved)],
    ])
    sheet.line(76, LEFT, RIGHT)
    sheet.text(LEFT, 60, 'OB och övertid avser föregående månad. Frågor om lönen: vänd dig till din närmaste chef.', {
      size: 8,
    })
    sheet.text(LEFT, 48, 'Det här lönebeskedet är ett exempel: personer och belopp är påhittade.', { size: 8 })
  })
}

function head(sheet: Sheet, { company, name, number, position, month, paymentDate }: PayslipOf): void {
  sheet.text(LEFT, 780, company, { size: 14, bold: true })
  sheet.text(360, 780, 'Lönebesked', { size: 20, bold: true })
  sheet.text(360, 758, monthName(month), { size: 12 })
  sheet.line(742, LEFT, RIGHT)
  sheet.text(LEFT, 718, name, { size: 12, bold: true })
  sheet.text(LEFT, 702, position)
  sheet.text(360, 718, 'Anställningsnummer')
  sheet.text(RIGHT, 718, number, { right: true })
  sheet.text(360, 702, 'Löneperiod')
  sheet.text(RIGHT, 702, month, { right: true })
  sheet.text(360, 686, 'Utbetalningsdag')
  sheet.text(RIGHT, 686, paymentDate, { right: true })
}

function box(sheet: Sheet, top: number, left: number, title: string, rows: readonly (readonly [string, string])[]) {
  const right = left + 237
  sheet.shade(top - 5, 18, left, right)
  sheet.text(left + 6, top, title, { bold: true })
  rows.forEach(([label, value], index) => {
    const y = top - 20 - index * 16
    sheet.text(left + 6, y, label)
    sheet.text(right - 6, y, value, { right: true })
  })
}
