/**
 * Decodes one reference to a character, such as `&amp;`, and returns an unknown one unchanged. In the page, it replaces
 * the function of the package `entities` that `markdown-it` imports, whose table of names the browser has already.
 */
function decodeReference(reference: string): string {
  // The content of this element is text for the parser, so nothing in it becomes an element.
  const area = document.createElement('textarea');
  area.innerHTML = reference;
  // A browser also decodes the start of some unknown names, such as `&not` of `&notes;`, and leaves the semicolon.
  return area.value.endsWith(';') && reference !== '&semi;' ? reference : area.value;
}

export { decodeReference as decodeHTMLStrict };
