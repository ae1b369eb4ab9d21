/** Port: the e-mail address from an employee's personal details. app provides it. */
export interface PersonalEmail {
  /** Empty if there is none. */
  emailOf(employeeId: string): Promise<string>
}
