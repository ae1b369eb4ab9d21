import type { ComponentType } from 'react'
import type { Control, FieldValues, Resolver } from 'react-hook-form'
import type { Call } from '#platform/contract/call.ts'
import type { Vehicle } from '#core/vehicles/contract.ts'
import type { Added, FormOptions } from '../../contract/common.ts'
import type { ReportKind } from '../../contract/report-kinds.ts'
import type { Photos } from '#core/pictures/web/use-photos.ts'
import type { WrittenLine } from '#platform/web/phone/outbox-item.ts'

/** What a form needs besides its fields. */
export interface FormContext {
  readonly options: FormOptions
  /** null if the company has no list, or it has not loaded: any name of a bus is then accepted. */
  readonly vehicles: readonly Vehicle[] | null
  /** Whether the company's buses are chosen from a list. */
  readonly fromList: boolean
}

export interface StepProps<Fields extends FieldValues> {
  readonly control: Control<Fields, FormContext>
  readonly context: FormContext
  readonly photos: Photos
}

export interface Step<Fields extends FieldValues> {
  readonly title: string
  /** Fields that must be valid before the next step. */
  readonly fields: readonly (keyof Fields & string)[]
  readonly Body: ComponentType<StepProps<Fields>>
  /** The step's lines in the summary, and in the list of unsent reports; an empty answer is left out. */
  readonly summary: (fields: Fields, context: FormContext) => readonly WrittenLine[]
}

export interface LeftOut {
  readonly question: string
  /** The text of the button that leads to the step with the missing answer. */
  readonly fillIn: string
  /** The step's title. */
  readonly step: string
}

/** One kind of report: its questions, step by step, and how the payload is made from the answers. */
export interface Definition<Fields extends FieldValues, Payload> {
  readonly kind: ReportKind
  readonly needsOptions: boolean
  readonly call: Call<Added, undefined, Payload>
  readonly schema: Checks
  /** An empty form; `now` is the company's wall-clock time, `YYYY-MM-DDTHH:mm`. */
  readonly blank: (now: string) => Fields
  readonly payloadOf: (fields: Fields, context: FormContext, pictures: string[]) => Payload
  /** The form field of a path in the payload, if it has another name. */
  readonly fieldOf?: (path: readonly PropertyKey[], message: string) => string | undefined
  /** Problems that the schema cannot find. */
  readonly problems?: (fields: Fields, context: FormContext) => Readonly<Record<string, string | null>>
  /** An answer that may be left out but is probably forgotten. The form asks about it before the report is sent. */
  readonly leftOut?: (fields: Fields) => LeftOut | null
  /** If there is more than one step, the form has steps and ends in a summary. */
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

/** Messages by field: the contract's schema applied to the payload, and the form's own rules. */
export function problemsOf<Fields extends FieldValues, Payload>(
  definition: Definition<Fields, Payload>,
  fields: Fields,
  context: FormContext,
): Record<string, string> {
  const found: Record<string, string> = {}
  const { error } = definition.schema.safeParse(definition.payloadOf(fields, context, []))
  for (const { path, message } of error?.issues ?? []) {
    const field = definition.fieldOf?.(path, message) ?? String(path[0])
    found[field] ??= message
  }
  for (const [field, message] of Object.entries(definition.problems?.(fields, context) ?? {})) {
    if (message !== null) found[field] ??= message
  }
  return found
}

/** For React Hook Form: the same validation as the server's. */
export function resolverOf<Fields extends FieldValues, Payload>(
  definition: Definition<Fields, Payload>,
): Resolver<Fields, FormContext> {
  return (values, context) => {
    const found = context ? Object.entries(problemsOf(definition, values, context)) : []
    if (found.length === 0) return { values, errors: {} }
    const errors = Object.fromEntries(found.map(([field, message]) => [field, { type: 'contract', message }]))
    return { values: {}, errors } as Awaited<ReturnType<Resolver<Fields>>>
  }
}
