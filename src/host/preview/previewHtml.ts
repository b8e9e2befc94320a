interface PreviewHtmlParts {
  /** Source of everything that may load: the webview's `cspSource`. */
  readonly cspSource: string;
  /** A value that is new and unguessable for each page. */
  readonly nonce: string;
  readonly scriptUri: string;
  readonly styleUris: readonly string[];
  /** Language of the page as a BCP 47 tag. */
  readonly locale: string;
}

/** Builds the preview's HTML, which is written only here: a frame without content, which the script fills. */
export function buildPreviewHtml({ cspSource, nonce, scriptUri, styleUris, locale }: PreviewHtmlParts): string {
  const policy = [
    `default-src 'none'`,
    // Thumbnails, and the worker that makes them, are blobs of the page itself.
    `img-src ${cspSource} blob:`,
    `media-src ${cspSource}`,
    `style-src ${cspSource}`,
    `script-src 'nonce-${nonce}'`,
    `connect-src 'none'`,
    // `default-src` does not cover these two.
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return [
    '<!DOCTYPE html>',
    `<html lang="${escapeAttribute(locale)}">`,
    '<head>',
    '<meta charset="UTF-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(policy)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<title>Genwright</title>',
    ...styleUris.map((uri) => `<link rel="stylesheet" href="${escapeAttribute(uri)}">`),
    '</head>',
    '<body>',
    `<script nonce="${escapeAttribute(nonce)}" src="${escapeAttribute(scriptUri)}"></script>`,
    '</body>',
    '</html>',
  ].join('\n');
}

function escapeAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
