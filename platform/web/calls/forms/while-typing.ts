/** Options for `useForm`: shows errors after a pause in typing, since a first letter is rarely a whole postcode. */
export const whileTyping = { mode: 'onChange', delayError: 1000 } as const
