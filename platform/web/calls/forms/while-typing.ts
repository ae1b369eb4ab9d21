/** Shows errors after a pause in typing, since a first letter is rarely a whole postcode. For `useForm`. */
export const whileTyping = { mode: 'onChange', delayError: 1000 } as const
