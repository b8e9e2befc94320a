/** Decodes the escapes of a URL in a name. Returns the name unchanged if they are invalid. */
export function decodeName(name: string): string {
  try {
    return decodeURI(name);
  } catch {
    return name;
  }
}
