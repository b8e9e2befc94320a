/** The most results that have room beside each other. */
export const maxCompared = 4;
