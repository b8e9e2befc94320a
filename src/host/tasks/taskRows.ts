import type { Section } from '../../core/task/model/taskStates.ts';

/** A row of the Tasks view. VS Code identifies rows by object identity, so each row is created once and kept. */
export type Row =
  | { readonly kind: 'section'; readonly id: string; readonly section: Section }
  | { readonly kind: 'jobFile'; readonly id: string; readonly path: string }
  | { readonly kind: 'task'; readonly id: string; readonly taskId: string };

/** Returns the same row object for the same task, section or job file. */
export interface RowCache {
  section(section: Section): Row;
  jobFile(path: string): Row;
  task(taskId: string): Row;
  forgetTask(taskId: string): void;
}

/** Only rows of removed tasks are deleted. Job files are few, so their rows are kept. */
export function createRowCache(): RowCache {
  const rows = new Map<string, Row>();
  const keep = (row: Row): Row => {
    const known = rows.get(row.id);
    if (known) return known;
    rows.set(row.id, row);
    return row;
  };
  return {
    section: (section) => keep({ kind: 'section', id: `section:${section}`, section }),
    jobFile: (path) => keep({ kind: 'jobFile', id: `jobFile:${path}`, path }),
    task: (taskId) => keep({ kind: 'task', id: `task:${taskId}`, taskId }),
    forgetTask: (taskId) => void rows.delete(`task:${taskId}`),
  };
}
