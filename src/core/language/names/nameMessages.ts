/** Why a name cannot be changed and what to do instead, or why it is faded. */
export const nameMessages = {
  nothing: 'Only variables, axes, jobs and anchors can be renamed.',
  empty: 'A name must have at least one character.',
  control: 'A name must be one line of text.',
  unreadable: 'Line {line} is not valid YAML and may also contain the name. Fix that line first.',
  undeclared: '"{name}" is not defined in this file.',
  otherFile: '"{name}" is defined in {path}. Rename it in that file.',
  hidden:
    'An expression that references "{name}" contains escapes or spans several lines. First write it on one line without escapes.',
  takenVar: 'There is already a variable "{name}". Use another name.',
  takenAxis: 'The matrix already has "{name}". Use another name.',
  takenJob: 'There is already a job "{name}". Use another name.',
  takenAnchor: 'There is already an anchor "{name}". Use another name.',
  setsField: 'This axis sets the field "{name}". With another name it would no longer set it.',
  wouldSetField: 'The model has a field "{name}", which the axis would set. Use another name.',
  reserved: '"{name}" is a reserved name. Use another name.',
  changesMeaning: 'With this name the file would change its meaning or have other problems. Use another name.',
  unwritable: 'This name cannot be written everywhere it is needed. Use a name without quotes and brackets.',
  unused: 'No expression references "vars.{name}".',
} as const;
