/** Port: what other areas may read of vehicle damage and insurance cases among the deviations. app provides it. */
export interface DamageReport {
  readonly rubrik: string
  /** Local wall-clock `YYYY-MM-DDTHH:mm:ss`: when it was reported. */
  readonly skapadDatum: string
  readonly forsakringsKategori: string
  readonly handelseBeskrivning: string
  /** Kronor; null until the workshop has settled it. */
  readonly reparationskostnad: number | null
}

/** Reports made from the date `from` up to, not including, the date `before`: `YYYY-MM-DD` in the company's time zone. */
interface ReportedBetween {
  readonly from: string
  readonly before: string
}

export interface DamageReports {
  /** The damage reports of an employee, newest first. */
  reportsOf(employeeId: string, period: ReportedBetween): Promise<DamageReport[]>
  /** Kronor of all damage that was reported in one area of a company: that of its reporter (the claim IntraCompanyArea) at the time. */
  costOfArea(company: string, area: string, period: ReportedBetween): Promise<number>
}
