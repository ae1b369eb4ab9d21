/** The e-mail address that an employee has given in his or her profile: a port, handed in by app. */
export interface PersonalEmail {
  /** Empty where there is none. */
  emailOf(employeeId: string): Promise<string>
}
