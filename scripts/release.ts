// What a release needs beyond a checkout.

/** The part of package.json that matters for a release. */
export interface Manifest {
  readonly version: string;
  readonly repository: { readonly url: string };
}

/**
 * URL of the repository's page. It is written once, in `repository.url`; other fields of the manifest start with it.
 */
export function repositoryUrl({ repository }: Manifest): string {
  return repository.url.replace(/\.git$/, '');
}

/**
 * Makes the pictures of other themes in a README absolute. vsce does that for links and for pictures in `src`, but not
 * for those in `srcset`.
 */
export function addImagesUrl(readme: string, imagesUrl: string): string {
  return readme.replaceAll(/\bsrcset="(?!\w+:)([^"]+)"/g, `srcset="${imagesUrl}/$1"`);
}

interface ReleaseParts {
  readonly changelog: string;
  /** The tag of the commit, if there is one yet. */
  readonly tag?: string | undefined;
}

/** Returns a sentence for each place that has to be changed before a release. */
export function listOmissions(manifest: Manifest, { changelog, tag }: ReleaseParts): readonly string[] {
  const { version } = manifest;
  return [
    ...(isInvented(repositoryUrl(manifest)) ? ['package.json: the URL of the repository is not known.'] : []),
    ...(findNotes(changelog, version) === null ? [`CHANGELOG.md: version ${version} has no entry with a date.`] : []),
    ...(tag === undefined || tag === `v${version}`
      ? []
      : [`The tag is ${tag}; for this package.json it is v${version}.`]),
  ];
}

/** Returns the entry of a version in CHANGELOG.md without its heading. Null: it has none with a date. */
export function findNotes(changelog: string, version: string): string | null {
  const entries = changelog.split(/^## /m).slice(1);
  const entry = entries.find((text) => /^(\S+) - \d{4}-\d\d-\d\d\n/.exec(text)?.[1] === version);
  return entry === undefined ? null : `${entry.slice(entry.indexOf('\n')).trim()}\n`;
}

/** Versions with an odd minor number are those of the pre-release channel. */
export function isPreRelease(version: string): boolean {
  return Number(version.split('.')[1]) % 2 === 1;
}

/** The top-level domain `invalid` is reserved for addresses that lead nowhere. */
function isInvented(text: string): boolean {
  return /\.invalid\b/.test(text);
}
