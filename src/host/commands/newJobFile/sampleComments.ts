/** Matches the comments of a sample that are alone on a line, without the "#". The list of all messages has them, too. */
export const sampleComments = /(?<=^ *# ).+$/gm;
