import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMarkdownBlocks } from '../../../../src/webview/text/markdownBlocks.ts';

function render(text: string, images: Readonly<Record<string, string>> = {}): readonly string[] {
  const blocks = createMarkdownBlocks((name) => `[${name}]`)(text, new Map(Object.entries(images)));
  return blocks.map((html) => html.trim());
}

test('each block on the top level is one piece, lists and quotes with their content', () => {
  const blocks = render('# A\n\ntext\n\n- one\n  - two\n\n> quoted\n>\n> more\n\n---');
  assert.deepEqual(
    blocks.map((html) => /^<(\w+)/.exec(html)?.[1]),
    ['h1', 'p', 'ul', 'blockquote', 'hr'],
  );
});

test('a text that grows does not change the earlier pieces', () => {
  const text = '# A\n\nfirst\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\nlast [link][x]\n\n```\ncode\n```\n';
  const whole = render(text);
  const cuts = Array.from({ length: text.length }, (_, length) => render(text.slice(0, length)));
  const unstable = cuts.filter((blocks) => blocks.slice(0, -1).some((html, index) => html !== whole[index]));
  assert.deepEqual(unstable, []);
});

test('a reference applies in every piece', () => {
  assert.match(
    render('see [the log][1]\n\n[1]: https://example.org/log')[0] ?? '',
    /href="https:\/\/example\.org\/log"/,
  );
});

test('HTML stays text, and scripts are not URLs', () => {
  assert.deepEqual(render('<img src=x onerror=alert(1)> [a](javascript:alert(1))'), [
    '<p>&lt;img src=x onerror=alert(1)&gt; [a](javascript:alert(1))</p>',
  ]);
});

test('an image has the URL for its name, otherwise it is shown as words', () => {
  const images = { 'see stern.png': 'https://files.test/see%20stern.png?a&b' };
  assert.deepEqual(
    render('![Sea "star"](see%20stern.png) ![far](https://a.test/b.png) ![](data:image/png;base64,AA==)', images),
    [
      '<p><img src="https://files.test/see%20stern.png?a&amp;b" alt="Sea &quot;star&quot;"> ' +
        '<span class="left-out">[far]</span> <span class="left-out">[data:image/png;base64,AA==]</span></p>',
    ],
  );
});

test('columns keep their alignment without a style attribute', () => {
  const [table = ''] = render('| a | b |\n|---|--:|\n| 1 | 2 |');
  assert.deepEqual([table.includes('<td align="right">2</td>'), table.includes('style')], [true, false]);
});

test('emphasis applies beside the punctuation of Chinese and Japanese', () => {
  for (const [text, expected] of [
    ['这是**重点：**内容', '这是<strong>重点：</strong>内容'],
    ['**“龙”**在飞', '<strong>“龙”</strong>在飞'],
    ['これは**「星」**です', 'これは<strong>「星」</strong>です'],
    ['她说*好（真的）*了', '她说<em>好（真的）</em>了'],
    ['旧~~价格：~~新', '旧<s>价格：</s>新'],
    ['2 ** 3 ** 4 and **bold**', '2 ** 3 ** 4 and <strong>bold</strong>'],
  ] as const) {
    assert.deepEqual(render(text), [`<p>${expected}</p>`]);
  }
});

test('a tag for a line break breaks the line, except in code', () => {
  assert.match(
    render('| a |\n|---|\n| x<br>y<BR />z `<br>` |')[0] ?? '',
    /<td>x<br>\s*y<br>\s*z <code>&lt;br&gt;<\/code><\/td>/,
  );
  assert.deepEqual(render('a <br onload=x> \\<br> <break>'), ['<p>a &lt;br onload=x&gt; &lt;br&gt; &lt;break&gt;</p>']);
});

test('the items of a task list have boxes, and other brackets are text', () => {
  assert.deepEqual(
    render('- [ ] sky\n- [x] **sea**\n\n  [ ] more\n- [X]\n- [y] z\n- [ ]w')
      .join('')
      .match(/☐|☑|\[.\]/g),
    ['☐', '☑', '[ ]', '[X]', '[y]', '[ ]'],
  );
  assert.match(render('1. [X] sky')[0] ?? '', /<li class="task">☑ sky<\/li>/);
  assert.deepEqual(render('[ ] sky'), ['<p>[ ] sky</p>']);
});
