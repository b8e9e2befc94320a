/** A code word: its bits as a number, and the number of bits. */
export interface Code {
  readonly bits: number;
  readonly length: number;
}

/** Parses rows separated by `|`, words by spaces: `length.bits`. */
function parseCodes(text: string): readonly (readonly Code[])[] {
  return text.split('|').map((row) =>
    row
      .trim()
      .split(/\s+/)
      .map((word) => {
        const [length = 0, bits = 0] = word.split('.').map(Number);
        return { bits, length };
      }),
  );
}

/**
 * Codes for the number of non-zero coefficients of a block and its trailing ones (`coeff_token`): four words per row
 * for 0 to 3 ones, a row for 0 to 16 coefficients. One table per range of `nC`: 0 and 1, 2 and 3, 4 to 7 (ITU-T H.264,
 * table 9-5).
 */
export const countCodes = [
  `1.1|6.5 2.1|8.7 6.4 3.1|9.7 8.6 7.5 5.3|10.7 9.6 8.5 6.3|11.7 10.6 9.5 7.4|13.15 11.6 10.5 8.4
  |13.11 13.14 11.5 9.4|13.8 13.10 13.13 10.4|14.15 14.14 13.9 11.4|14.11 14.10 14.13 13.12|15.15 15.14 14.9 14.12
  |15.11 15.10 15.13 14.8|16.15 15.1 15.9 15.12|16.11 16.14 16.13 15.8|16.7 16.10 16.9 16.12|16.4 16.6 16.5 16.8`,
  `2.3|6.11 2.2|6.7 5.7 3.3|7.7 6.10 6.9 4.5|8.7 6.6 6.5 4.4|8.4 7.6 7.5 5.6|9.7 8.6 8.5 6.8
  |11.15 9.6 9.5 6.4|11.11 11.14 11.13 7.4|12.15 11.10 11.9 9.4|12.11 12.14 12.13 11.12|12.8 12.10 12.9 11.8
  |13.15 13.14 13.13 12.12|13.11 13.10 13.9 13.12|13.7 14.11 13.6 13.8|14.9 14.8 14.10 13.1|14.7 14.6 14.5 14.4`,
  `4.15|6.15 4.14|6.11 5.15 4.13|6.8 5.12 5.14 4.12|7.15 5.10 5.11 4.11|7.11 5.8 5.9 4.10|7.9 6.14 6.13 4.9
  |7.8 6.10 6.9 4.8|8.15 7.14 7.13 5.13|8.11 8.14 7.10 6.12|9.15 8.10 8.13 7.12|9.11 9.14 8.9 8.12|9.8 9.10 9.13 8.8
  |10.13 9.7 9.9 9.12|10.9 10.12 10.11 10.10|10.5 10.8 10.7 10.6|10.1 10.4 10.3 10.2`,
].map(parseCodes);

/** The same codes for the four chroma DC coefficients. */
export const colorCountCodes = parseCodes('2.1|6.7 1.1|6.4 6.6 3.1|6.3 7.3 7.2 6.5|6.2 8.3 8.2 7.0');

/**
 * Codes for the zeros between the levels (`total_zeros`): a row for 1 to 15 levels, a word for 0 zeros and more (tables
 * 9-7 and 9-8).
 */
export const zeroCodes = parseCodes(
  `1.1 3.3 3.2 4.3 4.2 5.3 5.2 6.3 6.2 7.3 7.2 8.3 8.2 9.3 9.2 9.1
  |3.7 3.6 3.5 3.4 3.3 4.5 4.4 4.3 4.2 5.3 5.2 6.3 6.2 6.1 6.0
  |4.5 3.7 3.6 3.5 4.4 4.3 3.4 3.3 4.2 5.3 5.2 6.1 5.1 6.0
  |5.3 3.7 4.5 4.4 3.6 3.5 3.4 4.3 3.3 4.2 5.2 5.1 5.0
  |4.5 4.4 4.3 3.7 3.6 3.5 3.4 3.3 4.2 5.1 4.1 5.0
  |6.1 5.1 3.7 3.6 3.5 3.4 3.3 3.2 4.1 3.1 6.0
  |6.1 5.1 3.5 3.4 3.3 2.3 3.2 4.1 3.1 6.0
  |6.1 4.1 5.1 3.3 2.3 2.2 3.2 3.1 6.0
  |6.1 6.0 4.1 2.3 2.2 3.1 2.1 5.1
  |5.1 5.0 3.1 2.3 2.2 2.1 4.1
  |4.0 4.1 3.1 3.2 1.1 3.3
  |4.0 4.1 2.1 1.1 3.1
  |3.0 3.1 1.1 2.1
  |2.0 2.1 1.1
  |1.0 1.1`,
);

/** The same codes for the four chroma DC coefficients (table 9-9). */
export const colorZeroCodes = parseCodes('1.1 2.1 3.1 3.0|1.1 2.1 2.0|1.1 1.0');

/** Codes for the zeros before one level (`run_before`): a row for 1 to 6 and for more zeros left (table 9-10). */
export const runCodes = parseCodes(
  `1.1 1.0|1.1 2.1 2.0|2.3 2.2 2.1 2.0|2.3 2.2 2.1 3.1 3.0|2.3 2.2 3.3 3.2 3.1 3.0|2.3 3.0 3.1 3.3 3.2 3.5 3.4
  |3.7 3.6 3.5 3.4 3.3 3.2 3.1 4.1 5.1 6.1 7.1 8.1 9.1 10.1 11.1`,
);
