/** Why a name can not be changed, and what to do instead. */
export const nameMessages = {
  nothing: 'Only variables, axes, jobs and anchors have a name to change.',
  empty: 'A name needs at least one character.',
  control: 'A name is one line of text.',
  unreadable: 'Line {line} can not be read as YAML, and the name may stand there too. Mend that line first.',
  undeclared: '"{name}" is not given anywhere in this file.',
  otherFile: '"{name}" is given in {path}. Change it there.',
  hidden:
    'An expression that speaks of "{name}" has escapes in it, or goes over several lines. Write it on one line without them first.',
  takenVar: 'There is already a variable "{name}". Choose another name.',
  takenAxis: 'The matrix already has "{name}". Choose another name.',
  takenJob: 'There is already a job "{name}". Choose another name.',
  takenAnchor: 'There is already an anchor "{name}". Choose another name.',
  setsField: 'This axis sets the field "{name}". With another name it would no longer do so.',
  wouldSetField: 'The model has a field "{name}", which the axis would set. Choose another name.',
  reserved: '"{name}" has a meaning of its own here. Choose another name.',
  changesMeaning:
    'With this name the file would not mean the same any more, or have other problems. Choose another name.',
  unwritable: 'This name can not be written everywhere it is needed. Leave out quotes, brackets and the like.',
} as const;
