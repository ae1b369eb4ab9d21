import { notListed } from '#core/vehicles/rules.ts'
import * as z from 'zod/mini'
import { Message } from '#core/cases/messages.ts'
import { ImageReference, pictureNames } from '#core/pictures/contract.ts'
import { localDateTime } from '#platform/contract/dates.ts'
import { pageNumber } from '#platform/contract/page-number.ts'
import { text } from '#platform/contract/text.ts'
import { states } from './rules.ts'

export const FaultCategory = z.object({ id: z.int(), name: z.string() })
export type FaultCategory = z.infer<typeof FaultCategory>
export const FaultCategories = z.array(FaultCategory)

const State = z.enum(states)

/** The specified fields are `timestamp`, `faultCategoryName` and `text`. */
export const FaultReport = z.object({
  id: z.int(),
  timestamp: localDateTime,
  faultCategoryName: z.string(),
  text: z.string(),
  faultCategoryNumber: z.int(),
  /** 'F-1042', short enough for the radio. */
  number: z.string(),
  state: State,
  /** Photos. Everybody who sees the report sees them. */
  attachments: z.array(ImageReference),
  /** Whether the workshop has marked that the bus must not be driven. Absent in older copies. */
  grounded: z.optional(z.boolean()),
  /** Why the bus must not be driven, as the workshop wrote it to the driver. */
  groundedWhy: z.optional(z.string()),
})
export type FaultReport = z.infer<typeof FaultReport>
export const FaultReports = z.array(FaultReport)

/** One step in a report's history. `reason` is the workshop's text with it, which must give the reason if nothing is done. */
export const FaultStep = z.object({ state: State, timestamp: localDateTime, reason: z.nullable(z.string()) })
export type FaultStep = z.infer<typeof FaultStep>

export const FaultMessage = z.extend(Message, {
  /** How many of the report's steps came before the message, since times to the second do not always show that. Absent in older copies. */
  afterSteps: z.optional(z.int()),
})
export type FaultMessage = z.infer<typeof FaultMessage>

/** A report as its reporter sees it. */
export const OwnFaultReport = z.extend(FaultReport, {
  vehicleName: z.string(),
  vehicleNumber: z.string(),
  reason: z.nullable(z.string()),
  /** From the first step to the latest. */
  steps: z.array(FaultStep),
  /** The messages between the workshop and the reporter, besides the texts of the steps. Absent in older copies. */
  messages: z.optional(z.array(FaultMessage)),
  /** Who in the office entered the report for the reporter: 'Eva Ek, trafikledare'. */
  enteredBy: z.optional(z.nullable(z.string())),
})
export type OwnFaultReport = z.infer<typeof OwnFaultReport>

export const OwnFaultReports = z.object({ items: z.array(OwnFaultReport), hasMore: z.boolean() })
export type OwnFaultReports = z.infer<typeof OwnFaultReports>

const page = z.optional(pageNumber)
const vehicleNumber = text({ max: 100, min: 1, label: 'Fordonet', required: notListed })

export const FaultReportsQuery = z.object({ vehicleNo: vehicleNumber, page })
export const OwnFaultReportsQuery = z.object({ page })

export const noCategory = 'Du måste välja en kategori.'
const faultText = text({ max: 2000, min: 1, label: 'Felrapporten', required: 'Felrapporten får inte vara tom.' })

export const MAX_PICTURES = 5

export const AddFault = z.strictObject({
  faultCategoryNumber: z.int(noCategory).check(z.positive(noCategory)),
  vehicleNumber,
  text: faultText,
  /** Not part of the specification, which has the three fields above. */
  AttachmentUploadBlobNames: z.optional(pictureNames(MAX_PICTURES)),
})
export type AddFault = z.infer<typeof AddFault>

/** The form's fields. A select's value and the vehicle are text, empty if nothing is chosen. */
export const FaultFields = z.object({
  vehicleNumber,
  category: z.string(noCategory).check(z.regex(/^[1-9]\d*$/, noCategory)),
  text: faultText,
})
export type FaultFields = z.infer<typeof FaultFields>

/** Figures of a company's last month. Figures about fewer than five reporters or reports are null. */
export const LastMonth = z.object({
  reported: z.int(),
  done: z.nullable(z.int()),
  /** The median of the days from a report to its repair. */
  medianDays: z.nullable(z.int()),
})
export type LastMonth = z.infer<typeof LastMonth>
