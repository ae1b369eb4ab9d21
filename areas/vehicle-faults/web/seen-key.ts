import type { OwnFaultReport } from '../contract.ts'

/** How many steps and messages of the workshop a report has. */
export const newsOf = ({ steps, messages = [] }: Pick<OwnFaultReport, 'steps' | 'messages'>) =>
  steps.length + messages.filter(({ own }) => !own).length

/** The key under which a report is marked as seen. It contains how much of its history the reporter has seen. */
export const seenKey = (report: Pick<OwnFaultReport, 'id' | 'steps' | 'messages'>) =>
  `felrapport:${report.id}:${newsOf(report)}`
