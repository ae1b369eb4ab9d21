import type { OwnFaultReport } from '../contract.ts'

/** A report with as much of its history as has been shown to its reporter. */
export const seenKey = ({ id, steps }: Pick<OwnFaultReport, 'id' | 'steps'>) => `felrapport:${id}:${steps.length}`
