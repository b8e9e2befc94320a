import manifest from '../../package.json' with { type: 'json' };

/** The name by which VS Code knows the extension. */
export const extensionId = `${manifest.publisher}.${manifest.name}`;
