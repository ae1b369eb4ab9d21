import { sql } from 'kysely'
import { workingDay } from '#core/cases/rules.ts'
import type { Queue } from '#core/cases/server/queue.ts'
import { nameOf } from '#core/people/server/names.ts'
import { counted } from '#platform/contract/counted.ts'
import type { DutyCalendar, WorkedTimes } from '#platform/contract/duties.ts'
import type { Database, Ports } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { Refusal } from '#platform/server/http/errors.ts'
import { timeReportCases } from '../cases.ts'
import { hoursAndMinutes } from '#platform/contract/durations.ts'
import { clockOf } from '#platform/contract/wall-clock.ts'
import { periodName } from '../rules.ts'
import { type ApprovedHours, type SeenHours, timeReportTables, type TimeReportTables } from './tables.ts'

export type ReportState = 'Inlämnad' | 'Återlämnad' | 'Godkänd' | 'Återtagen'

const r = columnsOf<TimeReportTables['time_reports']>('r')
const report = selected({
  id: r('id'),
  period: r('period'),
  employeeId: r('employee_id'),
  approved: r('approved_hours'),
  seen: r('seen_hours'),
  name: nameOf('e'),
})
type Report = RowOf<typeof report>

const none: ApprovedHours = { duties: 0, plannedMinutes: 0, moreMinutes: 0, changed: 0 }

/** The hours of reports, by report id: as they were approved, otherwise as they are now. */
async function hoursOfReports(
  duties: DutyCalendar,
  reports: readonly Report[],
): Promise<ReadonlyMap<number, ApprovedHours>> {
  const open = reports.filter(({ approved }) => approved === null)
  const months = await duties.workedMonths(open.map(({ employeeId, period }) => ({ employeeId, month: period })))
  const byMonth = new Map(months.map(({ employeeId, month, ...hours }) => [`${employeeId} ${month}`, hours]))
  return new Map(
    reports.map(({ id, employeeId, period, approved }) => [
      id,
      approved ?? byMonth.get(`${employeeId} ${period}`) ?? none,
    ]),
  )
}

/** The hours of a report as they are now, with the times that were reported otherwise than planned. */
async function hoursNow(duties: DutyCalendar, report: Report): Promise<SeenHours> {
  const {
    duties: count,
    plannedMinutes,
    moreMinutes,
    changed,
  } = (await hoursOfReports(duties, [report])).get(report.id) ?? none
  const times = await duties.changedTimes({ employeeId: report.employeeId, month: report.period })
  return { duties: count, plannedMinutes, moreMinutes, changed, times: times.map(differenceOf) }
}

/** The hours of the duties of a report that are planned to end after an instant. */
async function hoursAhead(
  duties: DutyCalendar,
  { employeeId, period }: Report,
  endingAfter: Date,
): Promise<ApprovedHours> {
  const [month] = await duties.workedMonths([{ employeeId, month: period, endingAfter }])
  const { duties: count, plannedMinutes, moreMinutes, changed } = month ?? none
  return { duties: count, plannedMinutes, moreMinutes, changed }
}

/** Text to compare hours by: jsonb does not keep the order of keys. */
const inOrder = ({ duties, plannedMinutes, moreMinutes, changed, times }: ApprovedHours & Partial<SeenHours>) =>
  JSON.stringify([duties, plannedMinutes, moreMinutes, changed, times])

export const sameHours = (some: ApprovedHours, others: ApprovedHours): boolean => inOrder(some) === inOrder(others)

async function reportsById(db: Database, company: string, ids: readonly number[]): Promise<Report[]> {
  const { rows } = await sql<RowOf<typeof report>>`
    select ${report}
    from time_reports r join employees e on e.id = r.employee_id
    where e.company = ${company} and r.id = any(${[...ids]})`.execute(db)
  return rows
}

/** The part of the queue that needs no duties. */
export const timeReportStates = {
  calls: timeReportCases,
  notOwn: 'Din egen tidrapport godkänns av en kollega.',
  states: {
    Inlämnad: { tone: 'blue', icon: 'new', next: ['Godkänd', 'Återlämnad'] },
    Återlämnad: { tone: 'amber', icon: 'returned', next: ['Godkänd'], needsText: true, waits: true },
    Godkänd: { tone: 'green', icon: 'done', next: [] },
    // The employee has withdrawn the report. The case opens again when the report is submitted again.
    Återtagen: { tone: 'neutral', icon: 'closed', next: [] },
  },

  retention: {
    kept: [{ category: null, months: 84, why: 'Tidrapporten är underlag för lönen.' }],
    async forget(tx, company, ids) {
      await sql`
        delete from time_reports r using employees e
        where e.id = r.employee_id and e.company = ${company} and r.id = any(${[...ids]})`.execute(tx)
    },
  },

  promise: () => ({ what: 'Godkännande', minutes: 3 * workingDay, count: 'working' }),
} satisfies Pick<Queue<ReportState>, 'calls' | 'notOwn' | 'states' | 'promise' | 'retention'>

/** The queue of time reports: what was planned is compared with what was reported back. */
export function timeReportQueue({ duties, dutiesIn }: Pick<Ports, 'duties' | 'dutiesIn'>): Queue<ReportState> {
  const worked = (reports: readonly Report[]) => hoursOfReports(duties, reports)
  return {
    ...timeReportStates,

    async rows(db, company, ids) {
      const reports = await reportsById(db, company, ids)
      const months = await worked(reports)
      return new Map(
        reports.map(({ id, name, period }) => [
          id,
          { title: name, facts: [periodName(period)], account: factsOf(months.get(id)) },
        ]),
      )
    },

    async details(db, { company, id }) {
      const [found] = await reportsById(db, company, [id])
      if (!found) return { text: null, pictures: [], details: [], about: null, repeats: null }
      const month = (await worked([found])).get(id)
      const changed = await duties.changedTimes({ employeeId: found.employeeId, month: found.period })
      return {
        text: null,
        pictures: [],
        details: [
          { label: 'Månad', value: periodName(found.period) },
          { label: 'Tjänster', value: String(month?.duties ?? 0) },
          { label: 'Planerad tid', value: hoursAndMinutes(month?.plannedMinutes ?? 0) },
          {
            label: 'Rapporterad tid',
            value: hoursAndMinutes((month?.plannedMinutes ?? 0) + (month?.moreMinutes ?? 0)),
          },
          ...changed.map((times) => ({ label: `Tjänst ${times.run}`, value: differenceOf(times), alert: true })),
        ],
        about: null,
        repeats: null,
      }
    },

    async heldBack(db, company, id) {
      const month = (await worked(await reportsById(db, company, [id]))).get(id)
      return month && month.changed > 0 ? 'Rapporterad tid är inte som planerad. Granska tidrapporten för sig.' : null
    },

    async changedElsewhere(tx, company, id) {
      const [found] = await reportsById(tx, company, [id])
      if (!found) return null
      const now = await hoursNow(dutiesIn(tx), found)
      if (found.seen && sameHours(found.seen, now)) return null
      await timeReportTables(tx)
        .updateTable('time_reports')
        .set({ seen_hours: sql`${JSON.stringify(now)}::jsonb` })
        .where('id', '=', id)
        .execute()
      return found.seen && { by: theDutyPlan, what: differenceInPlan(found.seen, now) }
    },

    async project(tx, { company, id, at, state, text }) {
      if (state === null) return
      const approved = state === 'Godkänd'
      const [found] = approved ? await reportsById(tx, company, [id]) : []
      // Before the hours of the whole month: should a new plan come between, it is then the plan that differs later on, and is noticed.
      const ahead = found && (await hoursAhead(dutiesIn(tx), found, at))
      const now = found && (await hoursNow(dutiesIn(tx), found))
      if (now && found.seen && !sameHours(found.seen, now)) throw new Refusal(409, hoursHaveChanged)
      const { times: _, ...hours } = now ?? { times: null }
      await timeReportTables(tx)
        .updateTable('time_reports')
        .set({
          approved_at: approved ? at : null,
          approved_hours: now ? sql`${JSON.stringify({ ...hours, ahead })}::jsonb` : null,
          returned_why: state === 'Återlämnad' ? text : null,
          // A returned report that is approved without a new submission counts as submitted.
          submitted_at: approved ? sql`coalesce(submitted_at, ${at}::timestamptz)` : null,
        })
        .where('id', '=', id)
        .execute()
    },
  }
}

const hoursHaveChanged = 'En ny tjänsteplan har ändrat tiderna. Öppna tidrapporten och läs dem innan du godkänner.'

/** Who has changed the hours when a new plan has. */
export const theDutyPlan = 'Tjänsteplanen'

export const differenceInPlan = (before: ApprovedHours, now: ApprovedHours): string =>
  before.plannedMinutes === now.plannedMinutes
    ? 'tiderna för en tjänst'
    : `den planerade tiden från ${hoursAndMinutes(before.plannedMinutes)} till ${hoursAndMinutes(now.plannedMinutes)}`

function factsOf(month: ApprovedHours | undefined): string[] {
  if (!month) return []
  const { duties, plannedMinutes, moreMinutes, changed } = month
  const more = `${moreMinutes < 0 ? '−' : '+'}${hoursAndMinutes(moreMinutes)}`
  // The fact that decides comes first, because on a phone the line is cut.
  return [
    changed === 0 ? 'som planerat' : `avviker ${more}`,
    hoursAndMinutes(plannedMinutes),
    counted(duties, 'tjänst', 'tjänster'),
  ]
}

const differenceOf = ({ startsAt, endsAt, reportedStart, reportedEnd, note }: WorkedTimes) =>
  [
    `${startsAt.slice(0, 10)}: planerat ${clockOf(startsAt)}–${clockOf(endsAt)}, rapporterat ${clockOf(reportedStart)}–${clockOf(reportedEnd)}`,
    note,
  ]
    .filter(Boolean)
    .join('. ')
