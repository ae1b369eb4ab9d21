export { GuideA as default } from './CrisisScreen.tsx'
