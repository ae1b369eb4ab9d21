export { Help as default } from './Help.tsx'
