import { callOptions } from '#platform/web/calls/query.ts'
import { getAlerts } from '../../calls.ts'
import { reportsFailed } from '../failures.ts'

/** The alerts that a manager has not opened. */
export const alertsOptions = callOptions(getAlerts, undefined, { failedText: reportsFailed })
