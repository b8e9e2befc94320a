import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { describe, test } from 'node:test';
import { createJobFiles, type OpenDocument, type WindowChanges } from '../../../../src/host/jobFiles/jobFiles.ts';

class FakeUri {
  readonly scheme: string;
  readonly path: string;

  constructor(path: string, scheme = 'file') {
    this.path = path;
    this.scheme = scheme;
  }

  get fsPath(): string {
    return this.path;
  }

  toString(): string {
    return `${this.scheme}:${this.path}`;
  }
}

class FakeDocument implements OpenDocument {
  readonly uri: FakeUri;
  text: string;
  version = 1;
  isClosed = false;
  reads = 0;

  constructor(uri: FakeUri, text: string) {
    this.uri = uri;
    this.text = text;
  }

  getText(): string {
    this.reads += 1;
    return this.text;
  }
}

const kubernetes = 'apiVersion: v1\nkind: List\n';

/** Arranges a window with a disk of texts by path, and notes the published paths and the changes. */
function arrange(disk: Record<string, string> = {}) {
  const documents: FakeDocument[] = [];
  const excluded = new Set<string>();
  const published: (readonly string[])[] = [];
  const told: string[] = [];
  const heads: string[] = [];
  const faults: unknown[] = [];
  let changes: WindowChanges<FakeDocument> | undefined;
  const jobFiles = createJobFiles<FakeDocument>({
    documents: () => documents,
    listen(listener) {
      changes = listener;
      return { dispose: () => (changes = undefined) };
    },
    publish: (uris) => published.push(uris.map(({ path }) => path)),
    isExcluded: ({ path }) => excluded.has(path),
    findFiles: () => Promise.resolve(Object.keys(disk).map((path) => new FakeUri(path))),
    readHead({ path }) {
      heads.push(path);
      return Promise.resolve(disk[path] ?? null);
    },
    onError: (fault) => faults.push(fault),
  });
  jobFiles.onDidChange(({ document, isJobFile }) => told.push(`${posix.basename(document.uri.path)} ${isJobFile}`));
  return {
    jobFiles,
    disk,
    excluded,
    published,
    told,
    heads,
    faults,
    isListening: () => changes !== undefined,
    open: (path: string, text: string, scheme?: string): FakeDocument => {
      const document = new FakeDocument(new FakeUri(path, scheme), text);
      documents.push(document);
      changes?.opened(document);
      return document;
    },
    edit: (document: FakeDocument, text: string): void => {
      document.text = text;
      document.version += 1;
      changes?.edited(document);
    },
    close: (document: FakeDocument): void => {
      documents.splice(documents.indexOf(document), 1);
      document.isClosed = true;
      changes?.closed(document);
    },
    touch: (path: string) => changes?.touched(new FakeUri(path)),
    changeRules: () => changes?.rulesChanged(),
    /** Resolves when the disk was searched, and earlier work is done. */
    find: async () => (await jobFiles.find()).map(({ path }) => path),
  };
}

describe('the job files of a window', () => {
  test('are on disk or will be, and have the name and the content of a job file', () => {
    const { jobFiles, open } = arrange();
    const documents = [
      open('/w/hero.gen.yaml', 'model: sonic\n'),
      open('/w/new.gen.yaml', '', 'untitled'),
      open('/w/hero.gen.yaml', 'model: sonic\n', 'git'),
      open('/w/hero.yaml', 'model: sonic\n'),
      open('/w/deploy.gen.yaml', kubernetes),
      open('/w/buf.gen.yaml', ''),
    ];
    assert.deepEqual(
      documents.map((document) => [jobFiles.has(document), jobFiles.whyNot(document)]),
      [
        [true, null],
        [true, null],
        [false, 'scheme'],
        [false, 'name'],
        [false, 'tool-content'],
        [false, 'tool-name'],
      ],
    );
    assert.deepEqual(jobFiles.open(), documents.slice(0, 2));
  });

  test('follow each edit, and a change of the result is announced', () => {
    const { jobFiles, open, edit, close, told, published } = arrange();
    const document = open('/w/deploy.gen.yaml', kubernetes);
    edit(document, `${kubernetes}model: sonic\n`);
    edit(document, `${kubernetes}model: sonic\nprompt: x\n`);
    const during = jobFiles.has(document);
    edit(document, kubernetes);
    edit(document, '');
    close(document);
    assert.deepEqual([during, jobFiles.has(document)], [true, false]);
    assert.deepEqual(told, [
      'deploy.gen.yaml true',
      'deploy.gen.yaml false',
      'deploy.gen.yaml true',
      'deploy.gen.yaml false',
    ]);
    assert.deepEqual(published, [['/w/deploy.gen.yaml'], [], ['/w/deploy.gen.yaml'], []]);
  });

  test('are known in a new version before listeners are told about it', () => {
    const { jobFiles, open } = arrange();
    const document = open('/w/hero.gen.yaml', 'model: sonic\n');
    Object.assign(document, { text: kubernetes, version: 2 });
    assert.equal(jobFiles.has(document), false);
  });

  test('are read once for each version, and no text of another name is read', () => {
    const { jobFiles, open } = arrange();
    const [document, other] = [open('/w/hero.gen.yaml', 'model: sonic\n'), open('/w/main.ts', '')];
    for (const each of [document, other, document, other]) jobFiles.has(each);
    assert.deepEqual([document.reads, other.reads], [1, 0]);
  });

  test('are found on disk, and for open documents the editor decides', async () => {
    const { find, open, published } = arrange({
      '/w/hero.gen.yaml': 'model: sonic\n',
      '/w/deploy.gen.yaml': kubernetes,
      '/w/draft.gen.yaml': 'model: sonic\n',
      '/w/buf.gen.yaml': 'model: sonic\n',
    });
    open('/w/draft.gen.yaml', kubernetes);
    open('/w/deploy.gen.yaml', `${kubernetes}model: sonic\n`);
    open('/elsewhere/loose.gen.yaml', '');
    const found = await find();
    assert.deepEqual(found, ['/w/deploy.gen.yaml', '/elsewhere/loose.gen.yaml', '/w/hero.gen.yaml']);
    assert.deepEqual(published.at(-1), found);
  });

  test('count as on disk again when an edited document is closed', async () => {
    const { find, open, close, published } = arrange({ '/w/hero.gen.yaml': 'model: sonic\n' });
    await find();
    const document = open('/w/hero.gen.yaml', kubernetes);
    const during = published.at(-1);
    close(document);
    assert.deepEqual([during, published.at(-1)], [[], ['/w/hero.gen.yaml']]);
  });

  test('come and go with files that are written and deleted', async () => {
    const { find, disk, touch, published } = arrange({ '/w/hero.gen.yaml': 'model: sonic\n' });
    await find();
    disk['/w/hero.gen.yaml'] = kubernetes;
    disk['/w/new.gen.yaml'] = '';
    touch('/w/hero.gen.yaml');
    touch('/w/new.gen.yaml');
    await new Promise(setImmediate);
    const written = published.at(-1);
    delete disk['/w/new.gen.yaml'];
    touch('/w/new.gen.yaml');
    await new Promise(setImmediate);
    assert.deepEqual([written, published.at(-1)], [['/w/new.gen.yaml'], []]);
  });

  test('are removed with the folder that they are in', async () => {
    const { find, disk, touch, published } = arrange({
      '/w/old/a.gen.yaml': '',
      '/w/old/deep/b.gen.yaml': '',
      '/w/older/c.gen.yaml': '',
    });
    await find();
    delete disk['/w/old/a.gen.yaml'];
    delete disk['/w/old/deep/b.gen.yaml'];
    touch('/w/old');
    await new Promise(setImmediate);
    assert.deepEqual(published.at(-1), ['/w/older/c.gen.yaml']);
  });

  test('are checked in the editor if they are open, otherwise by the start of the file', async () => {
    const { jobFiles, open, heads } = arrange({
      '/w/deploy.gen.yaml': kubernetes,
      '/w/draft.gen.yaml': kubernetes,
      '/w/hero.gen.yaml': '',
    });
    open('/w/draft.gen.yaml', 'model: sonic\n');
    const names = ['deploy.gen.yaml', 'draft.gen.yaml', 'hero.gen.yaml', 'gone.gen.yaml', 'hero.png', 'buf.gen.yaml'];
    const reasons = await Promise.all(names.map((name) => jobFiles.check(new FakeUri(`/w/${name}`))));
    assert.deepEqual(reasons, ['tool-content', null, null, null, 'name', 'tool-name']);
    assert.deepEqual(heads, ['/w/deploy.gen.yaml', '/w/hero.gen.yaml', '/w/gone.gen.yaml']);
  });

  test('are fewer when the setting excludes more of them', async () => {
    const { jobFiles, find, open, excluded, changeRules, published, told } = arrange({
      '/w/gen/a.gen.yaml': 'model: sonic\n',
      '/w/b.gen.yaml': 'model: sonic\n',
    });
    const document = open('/w/c.gen.yaml', 'model: sonic\n');
    const before = await find();
    for (const path of ['/w/gen/a.gen.yaml', '/w/c.gen.yaml']) excluded.add(path);
    changeRules();
    await new Promise(setImmediate);
    assert.deepEqual(
      [before, published.at(-1)],
      [['/w/c.gen.yaml', '/w/gen/a.gen.yaml', '/w/b.gen.yaml'], ['/w/b.gen.yaml']],
    );
    assert.deepEqual([jobFiles.whyNot(document), told.at(-1)], ['excluded', 'c.gen.yaml false']);
  });

  test('are searched for again after a search that failed', async () => {
    const { jobFiles, find, faults, disk } = arrange({ '/w/a.gen.yaml': '' });
    Object.defineProperty(disk, '/w/b.gen.yaml', {
      enumerable: true,
      configurable: true,
      get: () => {
        throw new Error('disk');
      },
    });
    const first = await find();
    delete disk['/w/b.gen.yaml'];
    const second = await find();
    assert.deepEqual([first, second, faults.length], [[], ['/w/a.gen.yaml'], 1]);
    jobFiles.dispose();
  });

  test('are no longer watched when the window closes', async () => {
    const { jobFiles, isListening, find, heads } = arrange({ '/w/a.gen.yaml': '' });
    jobFiles.dispose();
    await find();
    assert.deepEqual([isListening(), heads], [false, []]);
  });
});
