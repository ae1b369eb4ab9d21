import { boot } from '#platform/web/shell/boot.ts'
import { early } from './early.ts'
import { paintFirst } from './first-paint.ts'

boot(early)
void paintFirst(early)
