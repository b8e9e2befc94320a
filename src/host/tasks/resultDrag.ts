import { dirname, resolve } from 'node:path';
import * as vscode from 'vscode';
import type { Task } from '../../core/task/model/task.ts';
import type { Row } from './taskGroups.ts';

const mimeType = 'text/uri-list';

/** Lets the files of saved tasks be dragged out of the Tasks view, such as into a job file or beside an editor. */
export function createResultDrag(find: (taskId: string) => Task | undefined): vscode.TreeDragAndDropController<Row> {
  return {
    dragMimeTypes: [mimeType],
    dropMimeTypes: [],
    handleDrag(rows, data) {
      const tasks = rows.flatMap((row) => (row.kind === 'task' ? (find(row.taskId) ?? []) : []));
      const uris = tasks.flatMap(({ jobFile, artifacts }) =>
        artifacts.map(({ path }) => vscode.Uri.file(resolve(dirname(jobFile), path)).toString()),
      );
      if (uris.length > 0) data.set(mimeType, new vscode.DataTransferItem(uris.join('\r\n')));
    },
  };
}
