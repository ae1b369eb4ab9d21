import type { ChecklistOption } from '../../contract/work-environment.ts'
import { ownOption } from '../../rules.ts'

export const yesOrNo = (answer: boolean) => (answer ? 'Ja' : 'Nej')

interface Labelled {
  readonly id: string
  readonly label: string
}

/** A checklist as it is sent: every box with its state, and the employee's own addition last. */
export function checklistOf(options: readonly Labelled[], chosen: readonly string[], own: string): ChecklistOption[] {
  const boxes = options.map(({ id, label }, order) => ({ id, label, order, value: chosen.includes(id) }))
  return [...boxes, ...ownOption(own)]
}

/** A checklist as text for the summary. */
export function chosenLabels(options: readonly Labelled[], chosen: readonly string[], own: string): string {
  return checklistOf(options, chosen, own)
    .filter(({ value }) => value)
    .map(({ label }) => label)
    .join(', ')
}

export const asOptions = (options: readonly Labelled[]) => options.map(({ id, label }) => ({ value: id, label }))
