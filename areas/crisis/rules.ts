import type { CrisisGuide } from '#platform/contract/variant.ts'

/** The checklists, by the names of their files in `variants/<name>/crisis/`. */
export type ChecklistName =
  | 'crisis-group-leader'
  | 'communications'
  | 'traffic-control'
  | 'accident'
  | 'driver'
  | 'management'

interface Group {
  readonly checklist: ChecklistName
  /** Values of the claim IntraPosition, spelled exactly as on the wire. */
  readonly positions: readonly string[]
}

/** Who gets which checklist. The order matters: the first group that contains one of the employee's positions wins. */
export const groups: Readonly<Record<CrisisGuide, readonly Group[]>> = {
  a: [
    { checklist: 'crisis-group-leader', positions: ['VD', 'Regionchef'] },
    { checklist: 'communications', positions: ['Samordnare PR- och marknadskommunikation', 'HR-chef'] },
    { checklist: 'traffic-control', positions: ['Områdeschef', 'Trafikledare', 'Driftledare'] },
    {
      checklist: 'accident',
      positions: [
        'Bussförare',
        'Fordonstekniker',
        'Verkstadsansvarig',
        'Ekonom',
        'Ekonomiassistent',
        'Fastighetsansvarig',
        'Extern',
        'Förstemekaniker',
        'Löneadministratör',
        'Lönespecialist',
      ],
    },
  ],
  b: [
    { checklist: 'driver', positions: ['Busförare Linjetrafik', 'Busförare Beställning', 'Taxi- Sjukbilsförare'] },
    {
      checklist: 'management',
      positions: [
        'Trafikansvarig Linje',
        'Trafikledare Beställning',
        'VD',
        'Vice VD',
        'Depåansvarig',
        'Verkstadschef',
        'Driftledare',
      ],
    },
  ],
}

/** The checklist for a position, or for any of several; null if no group contains it. */
export function checklistFor(guide: CrisisGuide, position: string | readonly string[]): ChecklistName | null {
  const held = typeof position === 'string' ? [position] : position
  return groups[guide].find(({ positions }) => positions.some((one) => held.includes(one)))?.checklist ?? null
}

const forDrivers: readonly ChecklistName[] = ['accident', 'driver']

/**
 * The checklists of a variant, to choose from if the employee's positions are not known. The drivers' checklists come first, since they are
 * the most urgent.
 */
export const checklistsOf = (guide: CrisisGuide): readonly ChecklistName[] =>
  groups[guide]
    .map(({ checklist }) => checklist)
    .toSorted((a, b) => Number(forDrivers.includes(b)) - Number(forDrivers.includes(a)))

/** Parts that one person does in order, counted together. */
export interface StepList<Part> {
  /** Empty if the guide names no lists. */
  readonly name: string
  readonly parts: readonly { readonly part: Part; readonly index: number }[]
}

/** The lists of a guide, in its order. If no part names one, all parts are one list. */
export function listsOf<Part extends { readonly list?: string | undefined }>(guide: {
  readonly parts: readonly Part[]
}): readonly StepList<Part>[] {
  const lists = new Map<string, { part: Part; index: number }[]>()
  for (const [index, part] of guide.parts.entries()) {
    const name = part.list ?? ''
    lists.set(name, [...(lists.get(name) ?? []), { part, index }])
  }
  return [...lists].map(([name, parts]) => ({ name, parts }))
}
