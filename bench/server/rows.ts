/** Run events of a day: what makes an answer of about 5 kB. */
export const eventsADay = 20
/** Who and when is asked about: so many employees, each for so many of his or her days. */
export const asked = { employees: 10, dates: 20 }
