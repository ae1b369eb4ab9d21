import type { Database } from '#platform/server/area.ts'

/** For whom a document lies on a shelf. `employee` holds the employee's id. */
export type Reach =
  | { readonly of: 'company' }
  | { readonly of: 'area'; readonly area: string }
  | { readonly of: 'position'; readonly position: string }
  | { readonly of: 'employee'; readonly employeeId: string }

/** Documents that a company keeps in folders and one area shows. */
export interface Shelf {
  /** What `--as` names it by, and what its rows are stored under. */
  readonly name: string
  /** Returns who gets a file, by the names from the folder down to the file; it throws a sentence where the file lies wrong. */
  layoutFor(db: Database, company: string): Promise<(names: readonly string[]) => Reach>
}

/** The door of an area that has a shelf. */
export interface WithShelf {
  readonly shelf: Shelf
}
