import type { ServerArea } from '#platform/server/area.ts'
import { vehicleRoutes } from './routes.ts'

export const vehicles: ServerArea = { name: 'vehicles', routes: vehicleRoutes }
