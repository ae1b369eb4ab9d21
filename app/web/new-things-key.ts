/** The query key of new things. */
export const newThingsKey = ['new-things'] as const
/** The query key of the office's queues in which cases wait. */
export const officeQueuesKey = ['office-queues'] as const
/** The query key of new things that arrived late. */
export const lateThingsKey = ['late-things'] as const
