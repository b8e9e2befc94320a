import { makePng } from './media.ts';
import type { Scene } from './openScene.ts';
import { makeArtifact, makeRecord, makeTask } from './scene.ts';

/** A text with all elements of Markdown, and some that must not work. */
export const richMarkdown = `# Harbor lights

A **lighthouse** keeper writes *one line a day*. [The log](https://example.org/log), https://example.org/tide and
\`seed: 41\` are all that is left. <b onclick="alert(1)">Raw HTML</b> stays text.

![The keeper](hero-door.png) ![Far away](https://example.org/far.png)

## What to do next

1. Generate the still
2. Pass \`\${{ jobs.still.url }}\` on
   - without an upload
   - while it is valid

> The tide does not wait for the clock.
> Neither does the gateway.

\`\`\`yaml
model: seedream-5-0-260128
prompt: A lighthouse at dawn, watercolor, with a very long line that does not fit into the room that a narrow page has
\`\`\`

| job   | seconds | cost  |
| ----- | ------: | :---: |
| still |      12 | $0.04 |
| clip  |      95 | $0.31 |

---

[A command](command:workbench.action.quit) and [a script](javascript:alert(1)) lead nowhere.
`;

/** Responses of chat models: saved, being written, interrupted, failed. */
export function makeChatScene(): Scene {
  const chat = {
    model: 'gpt-5.2',
    endpoint: '/v1/responses',
    request: { model: 'gpt-5.2', prompt: 'Write about a lighthouse keeper, with a table' },
  } as const;
  const artifacts = [
    makeArtifact('hero.md', 'text/markdown', { bytes: richMarkdown.length }),
    makeArtifact('hero-door.png', 'image/png', { width: 768, height: 512 }),
    makeArtifact('hero-rail.png', 'image/png', { width: 768, height: 512 }),
  ];
  const chatTask = (id: string, changes: Parameters<typeof makeTask>[1]) => {
    const task = makeTask(id, {
      taskId: `task_${id}`,
      statusWord: null,
      isSandbox: false,
      profile: 'studio',
      ...changes,
    });
    return { ...task, request: { ...task.request, model: chat.model, endpoint: chat.endpoint, body: chat.request } };
  };
  const endedAt = Date.now() - 60_000;
  return {
    records: [makeRecord(30, { ...chat, artifacts })],
    tasks: [
      chatTask('w', { text: richMarkdown.slice(0, 700) }),
      chatTask('b', {
        state: 'unconfirmed',
        text: richMarkdown.slice(0, 300),
        error: { code: 'no-answer', message: '' },
        endedAt,
      }),
      chatTask('f', {
        state: 'failed',
        error: { code: 'rate-limited', message: 'slow down' },
        endedAt: endedAt - 1000,
      }),
    ],
    files: new Map<string, Uint8Array>([
      ['hero.md', new TextEncoder().encode(richMarkdown)],
      ['hero-door.png', makePng(768, 512, 3)],
      ['hero-rail.png', makePng(768, 512, 5)],
    ]),
  };
}
