// Bugs of the kinds that this project promises not to have. Each is planted alone, in a copy, and its test must fail.
import { bugsInInput } from './bugs-in-input.ts'
import { bugsInWalls } from './bugs-in-walls.ts'
import type { PlantedBug } from './planted-bug.ts'

export const plantedBugs: readonly PlantedBug[] = [...bugsInWalls, ...bugsInInput]
