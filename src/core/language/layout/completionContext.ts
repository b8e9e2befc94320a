import type { TextRange } from '../../support/textRange.ts';

/** What can be written at the cursor, and what it replaces. */
export type CompletionContext =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'key';
      /** Keys from the root down to the map of the key. */
      readonly path: readonly string[];
      /** Other keys of that map. */
      readonly siblings: ReadonlySet<string>;
      readonly range: TextRange;
      readonly hasColon: boolean;
      /** Whether the map is inside braces, where a value cannot be on its own lines. */
      readonly isFlow: boolean;
      /**
       * Number of spaces that are missing before the key: the editor starts a line below a dash in the column of the
       * dash.
       */
      readonly missingSpaces?: number;
    }
  | {
      readonly kind: 'value';
      /** Keys from the root down to the key of the value. */
      readonly path: readonly string[];
      readonly range: TextRange;
      /** Whether the value touches the colon, so that a space has to come first. */
      readonly needsSpace: boolean;
    };
