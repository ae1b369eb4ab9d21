/** Whether the device has a mouse or the like, and so most likely a keyboard. */
export const hasMouse = (): boolean => matchMedia('(any-pointer: fine)').matches
