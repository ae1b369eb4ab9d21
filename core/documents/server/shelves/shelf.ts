import type { Database, Platform } from '#platform/server/area.ts'

/** The audience of a document on a shelf. */
export type Reach =
  | { readonly of: 'company' }
  | { readonly of: 'area'; readonly area: string }
  | { readonly of: 'position'; readonly position: string }
  | { readonly of: 'employee'; readonly employeeId: string }

/** Documents that a company organises in folders and one area shows. */
export interface Shelf {
  /** Its name in `--as` and in the table. */
  readonly name: string
  /** Returns a function from the names on a file's path to its audience. It throws an error with a message for people if the place is wrong. */
  layoutFor(db: Database, company: string): Promise<(names: readonly string[]) => Reach>
  /** What the area has to say about documents for these audiences that nobody would see. */
  warnings?(parts: Pick<Platform, 'variants'>, company: string, reaches: readonly Reach[]): readonly string[]
}

/** The door of an area that has a shelf. */
export interface WithShelf {
  readonly shelf: Shelf
}
