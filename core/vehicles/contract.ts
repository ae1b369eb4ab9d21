import * as z from 'zod/mini'

/** A vehicle: `name` is shown, `number` identifies it in calls. */
export const Vehicle = z.object({ name: z.string(), number: z.string() })
export type Vehicle = z.infer<typeof Vehicle>
export const Vehicles = z.array(Vehicle)
