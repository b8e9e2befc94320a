/** An error for the person at the terminal, who needs no stack: it says what is wrong or missing, and what to do. */
export class UserError extends Error {
  override readonly name = 'UserError';
}
