/** What the user reads about one kind of problem. Messages, and the page except its examples, are templates. */
export interface ProblemText {
  /** What is wrong, and what to do next, if no variant says it better. `{name}` is replaced by the problem's `args`. */
  readonly message: string;
  /** Messages by the `variant` in `args`. */
  readonly variants?: Readonly<Record<string, string>>;
  readonly page: {
    readonly title: string;
    /** What the problem is, and why it matters. */
    readonly meaning: string;
    readonly fix: string;
    /** A whole job file that has the problem, and the same file without it. */
    readonly wrong: string;
    readonly right: string;
  };
}
