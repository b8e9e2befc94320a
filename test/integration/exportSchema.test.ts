import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { createJobFolder } from './helpers/jobFiles.ts';

describe('The exported JSON Schema', () => {
  const exportTo = async (path: string): Promise<unknown> =>
    vscode.commands.executeCommand('genwright.exportSchema', vscode.Uri.file(path));

  it('is written to a new file, and over an earlier one', async () => {
    const { dir } = await createJobFolder('hero', 'model: seedream-5-0-260128\nprompt: A lighthouse\n');
    const path = join(dir, 'job.schema.json');
    await exportTo(path);
    const first = await readFile(path, 'utf8');
    await writeFile(path, '{"$schema":"http://json-schema.org/draft-07/schema#"}');
    await exportTo(path);
    assert.deepEqual([first.includes('"$schema"'), await readFile(path, 'utf8')], [true, first]);
  });

  it('never overwrites any other file', async () => {
    const { dir } = await createJobFolder('hero', 'model: seedream-5-0-260128\nprompt: A lighthouse\n');
    const path = join(dir, 'notes.json');
    await writeFile(path, '{"mine":true}');
    await assert.rejects(async () => exportTo(path), /notes\.json is not a JSON Schema/);
    assert.equal(await readFile(path, 'utf8'), '{"mine":true}');
  });
});
