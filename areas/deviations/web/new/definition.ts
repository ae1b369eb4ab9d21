import type { ComponentType } from 'react'
import type { Control, FieldValues, Resolver } from 'react-hook-form'
import type { Call } from '#platform/contract/call.ts'
import type { Vehicle } from '#core/vehicles/contract.ts'
import type { Added, FormOptions } from '../../contract/common.ts'
import type { ReportKind } from '../../rules.ts'
import type { Photos } from '../photos/use-photos.ts'

/** What a form is filled in by. */
export interface Means {
  readonly options: FormOptions
  /** null where the company has no list, or it has not come: the bus is then typed as free text. */
  readonly vehicles: readonly Vehicle[] | null
  /** The company chooses buses from a list. */
  readonly fromList: boolean
}

export interface StepProps<Fields extends FieldValues> {
  readonly control: Control<Fields, Means>
  readonly means: Means
  readonly photos: Photos
}

export interface Step<Fields extends FieldValues> {
  readonly title: string
  /** Fields that must be in order before one goes on. */
  readonly fields: readonly (keyof Fields & string)[]
  readonly Body: ComponentType<StepProps<Fields>>
  /** What the summary says of it: label and answer; an empty answer is left out. */
  readonly told: (fields: Fields, means: Means) => readonly (readonly [label: string, answer: string])[]
}

export interface LeftOut {
  readonly question: string
  /** What the button says that leads to the step where it is filled in. */
  readonly fillIn: string
  /** The step's title. */
  readonly step: string
}

/** One kind of report: what it asks, step by step, and what becomes of the answers. */
export interface Definition<Fields extends FieldValues, Payload> {
  readonly kind: ReportKind
  readonly needsOptions: boolean
  readonly call: Call<Added, undefined, Payload>
  readonly schema: Checks
  /** An empty form; `now` is `YYYY-MM-DDTHH:mm` on the company's wall. */
  readonly blank: (now: string) => Fields
  readonly payloadOf: (fields: Fields, means: Means, pictures: string[]) => Payload
  /** The field that a path of the payload was asked by, where it goes by another name. */
  readonly fieldOf?: (path: readonly PropertyKey[], message: string) => string | undefined
  /** What the schema cannot see. */
  readonly problems?: (fields: Fields, means: Means) => Readonly<Record<string, string | null>>
  /** What may be left out, but hardly on purpose: it is asked about before the report is saved. */
  readonly leftOut?: (fields: Fields) => LeftOut | null
  /** More than one makes a form in steps that ends in a summary. */
  readonly steps: readonly Step<Fields>[]
}

/** The part of a schema that is used here. */
interface Checks {
  safeParse(value: unknown): {
    readonly success: boolean
    readonly error?:
      | { readonly issues: readonly { readonly path: PropertyKey[]; readonly message: string }[] }
      | undefined
  }
}

/** Field to message: the contract's schema on what would be sent, and the rules beside it. */
export function problemsOf<Fields extends FieldValues, Payload>(
  definition: Definition<Fields, Payload>,
  fields: Fields,
  means: Means,
): Record<string, string> {
  const found: Record<string, string> = {}
  const { error } = definition.schema.safeParse(definition.payloadOf(fields, means, []))
  for (const { path, message } of error?.issues ?? []) {
    const field = definition.fieldOf?.(path, message) ?? String(path[0])
    found[field] ??= message
  }
  for (const [field, message] of Object.entries(definition.problems?.(fields, means) ?? {})) {
    if (message !== null) found[field] ??= message
  }
  return found
}

/** For React Hook Form: the same verdict as the server's. */
export function resolverOf<Fields extends FieldValues, Payload>(
  definition: Definition<Fields, Payload>,
): Resolver<Fields, Means> {
  return (values, means) => {
    const found = means ? Object.entries(problemsOf(definition, values, means)) : []
    if (found.length === 0) return { values, errors: {} }
    const errors = Object.fromEntries(found.map(([field, message]) => [field, { type: 'contract', message }]))
    return { values: {}, errors } as Awaited<ReturnType<Resolver<Fields>>>
  }
}
