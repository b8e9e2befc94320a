import type { TextRange } from '../support/textRange.ts';

/** Where the cursor is: what could be written there, and what it would replace. */
export type Place =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'key';
      /** Keys from the root down to the map that the key is in. */
      readonly path: readonly string[];
      /** Other keys of that map. */
      readonly siblings: ReadonlySet<string>;
      readonly range: TextRange;
      readonly hasColon: boolean;
      /** Inside braces, where a value can not stand on lines of its own. */
      readonly isFlow: boolean;
      /** Blanks that are missing before the key: the editor starts a line below a dash in the column of the dash. */
      readonly missingBlanks?: number;
    }
  | {
      readonly kind: 'value';
      /** Keys from the root down to the one that has the value. */
      readonly path: readonly string[];
      readonly range: TextRange;
      /** The value touches the colon: a blank has to come first. */
      readonly needsBlank: boolean;
    };
