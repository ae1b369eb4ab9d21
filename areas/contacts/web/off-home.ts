export { default as ContactsBlock } from './ContactsBlock.tsx'
