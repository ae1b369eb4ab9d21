export const contactsPath = 'kontakter'
