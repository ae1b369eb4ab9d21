import { get } from '#platform/contract/call.ts'
import type { TrainingUser } from './contract.ts'

export const getTrainingUser = get<TrainingUser>('/api/utbildning/userprops')
