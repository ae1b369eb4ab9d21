import { boot } from '#platform/web/boot.ts'
import { earlyCalls } from './early-calls.ts'

boot(earlyCalls)
