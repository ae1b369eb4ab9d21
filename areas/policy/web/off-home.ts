export { default as NewestDocuments } from './NewestDocuments.tsx'
