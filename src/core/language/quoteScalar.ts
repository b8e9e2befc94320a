/** A text as YAML reads it back: plain where that is safe in YAML 1.1 as well as 1.2, else in double quotes. */
export function quoteScalar(value: string): string {
  return isPlainSafe(value) ? value : JSON.stringify(value);
}

function isPlainSafe(value: string): boolean {
  if (!/^[\p{L}\d/](?:[\p{L}\p{M}\d ,._/+*()!?'-]*[\p{L}\p{M}\d._/+*()!?'-])?$/u.test(value)) return false;
  if (/^(?:true|false|null|yes|no|on|off|y|n|~)$/i.test(value)) return false;
  // What starts like a number may be one to some reader: `1_000`, `0x1F`, `1e3`, `16:9`.
  return !/^[-+.]?\d[\d_.,]*(?:e[-+]?\d+)?$/i.test(value) && !/^0[xob]/i.test(value);
}
