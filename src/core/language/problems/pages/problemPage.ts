/** The help page of a problem. The texts are templates. The examples are whole job files. */
export interface ProblemPage {
  readonly title: string;
  /** What the problem is, and why it matters. */
  readonly meaning: string;
  readonly fix: string;
  readonly wrong: string;
  readonly right: string;
}
