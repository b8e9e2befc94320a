import type { PreviewItem } from '../../protocol/previewItem.ts';

const resourceHost = /^([a-z][a-z\d-]*)\+(.*)\.vscode-resource\.(?:vscode-cdn\.net|vscode-webview\.net)$/;

/**
 * Returns the URI by which the workbench knows a file: a `file:` URI, or that of a remote computer. `asWebviewUri` has
 * made `uri` from it: the host name contains the scheme and the authority. A character that a host name cannot contain
 * is written as a minus sign and four hex digits. Returns null for any other URI.
 */
export function toWorkbenchUri(uri: string): string | null {
  const { hostname, pathname } = URL.parse(uri) ?? { hostname: '', pathname: '' };
  const [, scheme, encoded] = resourceHost.exec(hostname) ?? [];
  if (scheme === undefined || encoded === undefined) return null;
  const authority = encoded.replace(/-([\da-f]{4})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return `${scheme}://${authority.split('/').map(encodeURIComponent).join('/')}${pathname}`;
}

/** Hands files over to whatever they are dropped on: an editor, the Explorer, or another program. */
export function startDrag(event: DragEvent, items: readonly (PreviewItem | undefined)[]): void {
  const uris = items.flatMap((item) =>
    item?.kind === 'artifact' && item.uri !== null ? (toWorkbenchUri(item.uri) ?? []) : [],
  );
  const { dataTransfer: data } = event;
  if (uris.length === 0 || !data) return event.preventDefault();
  data.effectAllowed = 'copyLink';
  data.setData('text/uri-list', uris.join('\r\n'));
  // An editor reads this type first, and the Explorer only the next one.
  data.setData('application/vnd.code.uri-list', uris.join('\r\n'));
  data.setData('ResourceURLs', JSON.stringify(uris));
}
