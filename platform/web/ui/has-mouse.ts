/** Whether the device has a mouse or the like. */
export const hasMouse = (): boolean => matchMedia('(any-pointer: fine)').matches

/** Whether somebody may type on a keyboard: a tablet has one in its cover, a phone next to never. */
export const mayHaveKeyboard = (): boolean => hasMouse() || matchMedia('(min-width: 600px)').matches
