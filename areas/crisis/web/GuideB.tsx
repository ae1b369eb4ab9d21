export { GuideB as default } from './CrisisScreen.tsx'
