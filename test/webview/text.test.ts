import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { PreviewDetails } from '../../src/protocol/previewItem.ts';
import { makePng } from '../support/previewHarness/media.ts';
import { makeArtifactItem, makeDetails, makeItems, makeTaskItem } from '../support/previewHarness/messages.ts';
import { openPage, outline, showDetails, uriOf, until, type TestPage } from './openPage.ts';

const files = new Map([['door.png', makePng(60, 40, 1)]]);

async function openText(
  t: TestContext,
  text: string,
  changes: Partial<PreviewDetails> = {},
  { media = 'markdown', ...options }: { media?: 'markdown' | 'text'; expected?: RegExp } = {},
): Promise<TestPage> {
  const items = [makeArtifactItem('a', 2, { media, uri: 'unused', name: 'hero.md' }), makeArtifactItem('p', 1)];
  const page = await openPage(t, { files, items, width: 600, height: 400, ...options });
  await showDetails(page, 'a', { text, ...changes });
  return page;
}
const html = ({ page }: TestPage) => page.locator('.markdown').innerHTML();

describe('Markdown', () => {
  test('is a document with headings, lists, tables and code, which is copied by its button', async (t) => {
    const page = await openText(
      t,
      '# Title\n\n- one\n- two\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```yaml\nseed: 1\n```',
    );
    assert.deepEqual(await outline(page, 'main'), [
      'main:',
      'document "hero.md":',
      'heading "Title" [level=1]',
      'list:',
      'listitem: one',
      'listitem: two',
      'table:',
      'rowgroup:',
      'row "a b":',
      'columnheader "a"',
      'columnheader "b"',
      'rowgroup:',
      'row "1 2":',
      'cell "1"',
      'cell "2"',
      'text: yaml',
      'button "Copy Code"',
      'code: "seed: 1"',
      'group "Images of the same response"',
      'button "Copy Text"',
    ]);
    await page.page.getByRole('button', { name: 'Copy Code' }).click();
    await page.page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.deepEqual(
      [
        await page.page.evaluate('navigator.clipboard.readText()'),
        await page.page.locator('.preview > [role=status]').textContent(),
      ],
      ['seed: 1\n', 'Copied'],
    );
  });

  test('names characters as HTML does, and keeps a name that is unknown', async (t) => {
    const page = await openText(t, '&lt;b&gt; &copy; &notin; &semi; &NotEqualTilde; &#x263A; &notes; &ampere; &copy');
    assert.equal(await page.page.locator('.markdown').textContent(), '<b> © ∉ ; ≂̸ ☺ &notes; &ampere; &copy\n');
  });

  test('is copied as it was written', async (t) => {
    const page = await openText(t, '# Title\n\n*text*');
    await page.page.getByRole('button', { name: 'Copy Text' }).click();
    await page.page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await page.page.evaluate('navigator.clipboard.readText()'), '# Title\n\n*text*');
  });

  const harmful = [
    '<script>document.title = "bad"</script>',
    '<img src=x onerror="document.title = \'bad\'">',
    '<iframe src="//a.test"></iframe><form action="//a.test"><input></form>',
    '<style>body { display: none }</style><b style="position:fixed">x</b>',
    '[a](javascript:document.title="bad") [b](command:workbench.action.quit) [c](vscode://x/y) [d](data:text/html,x)',
    '<javascript:alert(1)> [e][f]\n\n[f]: command:workbench.action.quit',
    '[rel](../secret.txt) [abs](/etc/passwd) [file](file:///etc/passwd)',
  ];
  test('runs no script, applies no style, and links only to the web and to mail', async (t) => {
    const page = await openText(t, [...harmful, '[web](https://a.test/x) [mail](mailto:a@a.test)'].join('\n\n'));
    const found = await page.page.evaluate(
      `[...document.querySelectorAll('.markdown :is(script, iframe, form, input, style, svg, [style], [onerror], [id])')].map((each) => each.outerHTML)`,
    );
    const links = await page.page
      .locator('.markdown a[href]')
      .evaluateAll((all) => all.map((each) => [each.getAttribute('href'), each.getAttribute('title')]));
    assert.deepEqual(
      [found, links, await page.page.title()],
      [
        [],
        [
          ['https://a.test/x', 'https://a.test/x'],
          ['mailto:a@a.test', 'mailto:a@a.test'],
        ],
        'Genwright',
      ],
    );
  });

  test('loads no image from elsewhere, and only the images that the host names', async (t) => {
    const requests: string[] = [];
    const uri = await uriOf('door.png');
    const text =
      '![near](door.png) ![far](https://a.test/far.png) ![inline](data:image/png;base64,AA==) ![](//a.test/x.png)';
    const page = await openText(t, '', {});
    page.page.on('request', (request) => requests.push(request.url()));
    await showDetails(page, 'a', { text, images: [{ name: 'door.png', uri }] });
    await until(page, `document.querySelector('.markdown img').complete`);
    page.page.removeAllListeners('request');
    assert.deepEqual(
      [requests, await page.page.locator('.left-out').allTextContents()],
      [[uri], ['Image left out: far', 'Image left out: inline', 'Image left out: //a.test/x.png']],
    );
  });

  test('replaces an image that is damaged by its words', async (t) => {
    const page = await openText(
      t,
      '![The door](gone.png)',
      { images: [{ name: 'gone.png', uri: await uriOf('gone.png') }] },
      { expected: /404/ },
    );
    await page.page.locator('.markdown p', { hasText: 'The door' }).waitFor();
    assert.equal(await page.page.locator('.markdown img').count(), 0);
  });

  test('shows the other images of its response, and opens one in the list', async (t) => {
    const uri = await uriOf('door.png');
    const pictures = [
      { id: 'p', name: 'door.png', uri: `${uri}?v=1` },
      { id: 'q', name: 'rail.png', uri: `${uri}?x` },
    ];
    const page = await openText(t, '![near](door.png)', {
      images: [{ name: 'door.png', uri: `${uri}?v=2` }],
      pictures,
    });
    const buttons = page.page.getByRole('group', { name: 'Images of the same response' }).getByRole('button');
    const names = await buttons.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
    await showDetails(page, 'a', { text: '', pictures });
    await buttons.first().click();
    assert.deepEqual([names, await page.page.locator('.toolbar .name').textContent()], [['rail.png'], 'p.png']);
  });

  test('says that it is cut', async (t) => {
    const page = await openText(t, 'Text', { isTextCut: true });
    assert.equal(
      await page.page.locator('.pictures .hint').textContent(),
      'Only the beginning is shown. Select Open File to see everything.',
    );
  });

  test('scrolls code and tables that are wider than the page with the arrow keys, which step through the list elsewhere', async (t) => {
    const page = await openText(t, `\`\`\`\n${'x'.repeat(400)}\n\`\`\`\n\n\`\`\`\nshort\n\`\`\``);
    const name = page.page.locator('.toolbar .name');
    await page.page.locator('pre').first().focus();
    await page.page.keyboard.press('ArrowRight');
    const wide = await name.textContent();
    await page.page.locator('pre').last().focus();
    await page.page.keyboard.press('ArrowRight');
    assert.deepEqual([wide, await name.textContent()], ['hero.md', 'p.png']);
  });
});

describe('Plain text', () => {
  test('is shown verbatim, with a note if it is cut', async (t) => {
    const text = '# not a title\n<b>bold</b> [x](https://a.test)';
    const page = await openText(t, text, { isTextCut: true }, { media: 'text' });
    assert.deepEqual(
      [
        await page.page.locator('.plain').evaluate((each) => each.firstChild?.textContent),
        await page.page.locator('.plain *').count(),
      ],
      [text, 1],
    );
  });
});

describe('A text that is being written', () => {
  async function openWriting(t: TestContext, text: string): Promise<TestPage> {
    const page = await openPage(t, {
      items: [makeTaskItem('w', 2, { hasText: true, startedAt: Date.now() }), makeArtifactItem('p', 1)],
      width: 600,
      height: 400,
    });
    await page.tell({ type: 'details', details: makeDetails('w', { text }) });
    return page;
  }
  const lines = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_, index) => `line ${from + index}\n\n`).join('');

  test('says so, and grows without replacing what is there', async (t) => {
    const page = await openWriting(t, '# Title\n\nFirst');
    await page.page.evaluate(
      `window.heading = document.querySelector('.markdown h1'); getSelection().selectAllChildren(window.heading)`,
    );
    await page.tell({ type: 'text', id: 'w', start: 14, text: ' words\n\nSecond' });
    assert.deepEqual(
      [
        (await outline(page, 'main')).filter((line) => !line.startsWith('timer')),
        await page.page.evaluate(`window.heading === document.querySelector('.markdown h1') && String(getSelection())`),
        await page.page.getByRole('document', { name: 'w' }).getAttribute('aria-busy'),
      ],
      [
        [
          'main:',
          'text: Being written',
          'document "w":',
          'heading "Title" [level=1]',
          'paragraph: First words',
          'paragraph: Second',
          'group "Images of the same response"',
          'button "Copy Text"',
        ],
        'Title',
        'true',
      ],
    );
  });

  test('that starts again is shown from its new start', async (t) => {
    const page = await openWriting(t, 'one\n\ntwo\n\nthree');
    await page.tell({ type: 'text', id: 'w', start: 0, text: 'again' });
    assert.equal(await html(page), '<div class="markdown-block"><p>again</p>\n</div>');
  });

  test('of which a part is missing is asked for again, and one of another item is ignored', async (t) => {
    const page = await openWriting(t, 'one');
    await page.take();
    await page.tell({ type: 'text', id: 'p', start: 3, text: 'x' });
    const ignored = await page.take();
    await page.tell({ type: 'text', id: 'w', start: 9, text: 'x' });
    assert.deepEqual([ignored, await page.take()], [[], [{ type: 'readDetails', id: 'w' }]]);
  });

  test('is followed to its end, unless the reader has turned back', async (t) => {
    const page = await openWriting(t, lines(0, 40));
    const distance = () =>
      page.page
        .getByRole('document', { name: 'w' })
        .evaluate((each) => Math.round(each.scrollHeight - each.clientHeight - each.scrollTop));
    const before = await distance();
    await page.tell({ type: 'text', id: 'w', start: lines(0, 40).length, text: lines(40, 60) });
    const after = await distance();
    await page.page.getByRole('document', { name: 'w' }).evaluate((each) => {
      each.scrollTop = 100;
      return new Promise((resolve) => each.addEventListener('scroll', resolve, { once: true }));
    });
    await page.tell({ type: 'text', id: 'w', start: lines(0, 60).length, text: lines(60, 70) });
    const top = await page.page.getByRole('document', { name: 'w' }).evaluate((each) => each.scrollTop);
    await page.page.keyboard.press('ArrowRight');
    await showDetails(page, 'w', { text: lines(0, 70) });
    assert.deepEqual(
      [before, after, top, await page.page.getByRole('document', { name: 'w' }).evaluate((each) => each.scrollTop)],
      [0, 0, 100, 100],
    );
  });

  test('is not followed by a reader at its start, even if its end is near', async (t) => {
    const page = await openWriting(t, lines(0, 40));
    const reading = page.page.getByRole('document', { name: 'w' });
    const overflow = await reading.evaluate((each) => each.scrollHeight - each.clientHeight);
    await page.page.setViewportSize({ width: 600, height: 400 + overflow - 12 });
    await until(page, `document.querySelector('.reading').scrollTop === 12`);
    await reading.evaluate((each) => {
      each.scrollTop = 0;
      return new Promise((resolve) => each.addEventListener('scroll', resolve, { once: true }));
    });
    await page.tell({ type: 'text', id: 'w', start: lines(0, 40).length, text: lines(40, 60) });
    assert.equal(await reading.evaluate((each) => each.scrollTop), 0);
  });

  test('that was broken off shows the card above what there is', async (t) => {
    const page = await openWriting(t, 'one');
    const marked = page.page.locator('.page.writing');
    const before = await marked.count();
    await page.tell(makeItems([makeTaskItem('w', 2, { hasText: true, state: 'unconfirmed', actions: ['resubmit'] })]));
    await page.tell({ type: 'details', details: makeDetails('w', { text: 'one' }) });
    assert.deepEqual(
      [await page.page.locator('main h2').textContent(), await html(page), before, await marked.count()],
      ['Unconfirmed', '<div class="markdown-block"><p>one</p>\n</div>', 1, 0],
    );
  });
});
