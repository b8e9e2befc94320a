/** What the text is called inside of a file. */
export const provenanceKey = 'genwright';
