/** The path of the call by which employees report them back: a time report that was made without coverage is sent after them. */
export const reportedBackPath = '/api/bpl/aterrapportera'

/** Port to the approval of reported hours, which the office approves by the month. app provides it. */
export interface ReportedHours {
  /**
   * Called when an employee reports different hours for a duty than before, in the transaction that stores them, before they are stored.
   * Returns a sentence on why the hours can no longer change; null if they can.
   */
  changing(
    what: {
      readonly employeeId: string
      readonly company: string
      /** `YYYY-MM` of the service date. */
      readonly month: string
      readonly plannedEnd: Date
    },
    when: { readonly at: Date; readonly timeZone: string },
  ): Promise<string | null>
}
