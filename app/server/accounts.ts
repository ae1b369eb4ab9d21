// npm run accounts -- --company <company>: the accounts that are linked to no employee, from the import that links them.
process.argv.splice(2, 0, 'identities', '--unlinked')
await import('./import.ts')
