/** Keyword of the text in a file. */
export const provenanceKey = 'genwright';
