import { boot } from '#platform/web/shell/boot.ts'
import { early } from './early.ts'

boot(early)
