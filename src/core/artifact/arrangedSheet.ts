/** A line of the contact sheet: the heading of a section, or cells, null for one without a result. */
export type SheetLine<Cell> =
  /** An empty heading begins the results that have no place among the rows and columns. */
  | { readonly kind: 'heading'; readonly text: string }
  | {
      readonly kind: 'cells';
      /** The value of the row axis. Null if there is none, or if the line continues the one above. */
      readonly label: string | null;
      readonly cells: readonly (Cell | null)[];
    };

/** Results as the contact sheet arranges them. */
export interface ArrangedSheet<Cell> {
  /** Name of the row axis. Null without one. */
  readonly rowsName: string | null;
  /** The values of the column axis. Null without one: the lines of a section are one list. */
  readonly columnLabels: readonly string[] | null;
  readonly lines: readonly SheetLine<Cell>[];
}
