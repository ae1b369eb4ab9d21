/** The message for a vehicle that is not in the list. */
export const notListed = 'Ett giltigt fordon måste väljas från listan'
