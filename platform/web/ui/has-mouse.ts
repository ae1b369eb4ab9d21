/** Whether the device has a mouse or the like. */
export const hasMouse = (): boolean => matchMedia('(any-pointer: fine)').matches

/** Whether somebody may type on a keyboard. A tablet may have one in its cover, a phone hardly ever has one. */
export const mayHaveKeyboard = (): boolean => hasMouse() || matchMedia('(min-width: 600px)').matches
