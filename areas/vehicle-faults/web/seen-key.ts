import type { OwnFaultReport } from '../contract.ts'

/** What the workshop has done with a report: its steps and its messages. */
export const newsOf = ({ steps, messages = [] }: Pick<OwnFaultReport, 'steps' | 'messages'>) =>
  steps.length + messages.filter(({ own }) => !own).length

/** The key of a report with the part of its history that its reporter has seen. */
export const seenKey = (report: Pick<OwnFaultReport, 'id' | 'steps' | 'messages'>) =>
  `felrapport:${report.id}:${newsOf(report)}`
