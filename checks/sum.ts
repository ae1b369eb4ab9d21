// The last line of .ci/run: the total of everything. Its argument is the exit code of the commands before.
import { sumOf } from './results.ts'

const { passed, failed } = sumOf(['vitest', 'vitest-october', 'playwright', 'postgres'])
const code = Number(process.argv[2] ?? 0)
console.log(`\n${passed} passed, ${code === 0 ? failed : Math.max(failed, 1)} failed`)
