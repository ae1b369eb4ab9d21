import type { OwnFaultReport } from '../contract.ts'

/** What has come to a report from the workshop: its steps, and what was written besides them. */
export const newsOf = ({ steps, messages = [] }: Pick<OwnFaultReport, 'steps' | 'messages'>) =>
  steps.length + messages.filter(({ own }) => !own).length

/** A report with as much of its history as has been shown to its reporter. */
export const seenKey = (report: Pick<OwnFaultReport, 'id' | 'steps' | 'messages'>) =>
  `felrapport:${report.id}:${newsOf(report)}`
