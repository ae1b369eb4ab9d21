/** Port: hours that employees report back, as somebody approves them by the month. app provides it. */
export interface ReportedHours {
  /**
   * An employee reports other hours of a duty than before; called in the transaction that stores them, before it does. Returns why they can
   * no longer change, in words; null if they can.
   */
  changing(
    what: {
      readonly employeeId: string
      readonly company: string
      /** `YYYY-MM` of the service date. */
      readonly month: string
      readonly began: Date
    },
    when: { readonly at: Date; readonly timeZone: string },
  ): Promise<string | null>
}
