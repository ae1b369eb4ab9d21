export interface PlantedBug {
  readonly kind: 'wall' | 'once' | 'validation' | 'encoding' | 'time zone'
  /** What an employee or an operator would notice. */
  readonly what: string
  readonly file: string
  /** Occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** The test file that must fail. */
  readonly test: string
}
