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

/** Returns a sentence for each place that has to be filled in before a release. */
export function listOmissions(manifest: Manifest, { changelog }: { readonly changelog: string }): readonly string[] {
  const { version } = manifest;
  const hasEntry = changelog.split('\n').some((line) => /^## (\S+) - \d{4}-\d\d-\d\d$/.exec(line)?.[1] === version);
  return [
    ...(isInvented(repositoryUrl(manifest)) ? ['package.json: the URL of the repository is not known.'] : []),
    ...(hasEntry ? [] : [`CHANGELOG.md: version ${version} has no entry with a date.`]),
  ];
}

/** The top-level domain `invalid` is reserved for addresses that lead nowhere. */
function isInvented(text: string): boolean {
  return /\.invalid\b/.test(text);
}
