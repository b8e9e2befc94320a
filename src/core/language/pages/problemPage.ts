/** What people read who want to know more of a problem. The texts are templates; the examples are whole job files. */
export interface ProblemPage {
  readonly title: string;
  /** What is there, and why that matters. */
  readonly meaning: string;
  readonly fix: string;
  readonly wrong: string;
  readonly right: string;
}
