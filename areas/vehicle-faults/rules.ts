/** Reports per page of both lists; page 0 has the newest. */
export const PAGE_SIZE = 200

/** The states of a fault, in the words that its reporter reads. */
export const states = ['Mottagen', 'Bedömd', 'Åtgärdas', 'Klar', 'Ingen åtgärd'] as const
export type FaultState = (typeof states)[number]

export const nextStates: Readonly<Record<FaultState, readonly FaultState[]>> = {
  Mottagen: ['Bedömd', 'Åtgärdas', 'Klar', 'Ingen åtgärd'],
  Bedömd: ['Åtgärdas', 'Klar', 'Ingen åtgärd'],
  Åtgärdas: ['Bedömd', 'Klar', 'Ingen åtgärd'],
  // A recurring fault is a new report: the bus has been on the road in between.
  Klar: [],
  'Ingen åtgärd': [],
}

/** Reports that have not ended are active: the bus's next driver sees them. */
export function isEnded(state: FaultState): boolean {
  return nextStates[state].length === 0
}

/** Whether the state needs a reason: a reporter must learn why nothing is done. */
export function needsReason(state: FaultState): boolean {
  return state === 'Ingen åtgärd'
}

/** 'F-1042': short enough for the radio, and not confused with a bus. */
export function spokenNumber(number: number): string {
  return `F-${number}`
}

interface OpenReport {
  readonly faultCategoryNumber: number
}

/** The bus's open reports of the same category: probably the same fault. */
export function sameCategory<Report extends OpenReport>(open: readonly Report[], category: number): Report[] {
  return open.filter(({ faultCategoryNumber }) => faultCategoryNumber === category)
}

const dangerous = ['Bromsar', 'Styrning och fjädring', 'Dörrar', 'Däck och hjul', 'Säkerhetsutrustning']

/** Whether a fault of a category may make the bus unsafe: the form then warns the reporter not to drive. */
export const isDangerous = (categoryName: string): boolean => dangerous.includes(categoryName)

interface Written {
  readonly at: string
  readonly afterSteps?: number | undefined
}

/** How many of a report's steps came before a message. In an older copy, which lacks that number, the times decide. */
export const stepsBefore = ({ at, afterSteps }: Written, steps: readonly { readonly timestamp: string }[]): number =>
  afterSteps ?? steps.filter(({ timestamp }) => timestamp <= at).length
