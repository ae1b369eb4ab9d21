/** When a form says what is wrong with what is typed: after a pause, since a first letter is seldom all of a postcode. For `useForm`. */
export const whileTyping = { mode: 'onChange', delayError: 1000 } as const
