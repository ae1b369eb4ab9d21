/** A number of cases, and whether there are more than were counted. */
export interface Counted {
  readonly count: number
  readonly more?: boolean
}

/** '12', or '999+' if not all were counted. */
export const countOf = ({ count, more = false }: Counted): string => (more ? `${count}+` : String(count))
