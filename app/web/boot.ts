import { boot } from '#platform/web/boot.ts'
import { early } from './early.ts'

boot(early)
