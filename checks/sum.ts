// The last line of .ci/run: everything together. The exit code of what ran before is its argument.
import { sumOf } from './results.ts'

const { passed, failed } = sumOf(['vitest', 'vitest-october', 'vitest-new-year', 'playwright', 'postgres'])
const code = Number(process.argv[2] ?? 0)
console.log(`\n${passed} passed, ${code === 0 ? failed : Math.max(failed, 1)} failed`)
