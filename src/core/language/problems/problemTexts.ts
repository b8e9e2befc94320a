import type { ProblemCode } from '../../jobFile/problem.ts';
import { ruleTexts } from './ruleTexts.ts';
import { type ProblemText, trapTexts } from './trapTexts.ts';

/** The English templates are also the keys of the translations. docs/problems.md explains each code. */
export const problemTexts: Readonly<Record<ProblemCode, ProblemText>> = {
  // YAML that cannot be parsed
  'yaml-syntax': {
    usual: 'This is not valid YAML.',
    other: 'This is not valid YAML: {detail}.',
    'bad-escape': 'This backslash is not valid in a double-quoted string. Write it twice, or use single quotes.',
    'bad-indent': 'The indentation matches no line above. Keys of one job start in the same column.',
    'bad-start': 'Text without quotes cannot start with this character. Put it in quotes or in a block scalar ("|").',
    'comment-without-space': 'Add a space before the "#" to start a comment, or put the text in quotes to keep it.',
    'complex-key': 'A key must be plain text. If these braces are text, put the text in quotes.',
    'missing-space': 'Add a space after the colon.',
    'missing-colon': 'Add a colon after this key. If it is text that continues the line above, indent it.',
    'not-indented': 'Indent this text: the text of a block scalar ("|" or ">") is indented more than its key.',
    tab: 'YAML does not allow tabs here. Indent with spaces.',
    'text-after-value':
      'The value ends before this text. If brackets or quotes are part of the text, put all of it in a block scalar ("|").',
    'too-deep': 'This value is nested too deeply.',
    'two-colons':
      'This value contains two keys. If the colon is text, put the text in quotes or in a block scalar ("|"). Otherwise check the indentation.',
    'unclosed-bracket': 'A bracket in this value is not closed. If it is text, put the text in quotes.',
    'unclosed-quote': 'Add the closing quote.',
    'unknown-alias':
      'There is no anchor "&{name}" above. If the "*" is text, put the text in quotes or in a block scalar ("|").',
  },
  'too-large': {
    usual:
      'This file is too large for a job file. The limit is {lines} lines, and {megabytes} MB without inline media.',
    problems: 'This file has {count} problems, and at most {max} can be shown. The first one is here: {code}.',
  },
  'merge-conflict': {
    usual: 'This is a merge conflict: the file contains two versions of these lines. Keep one of them.',
    'left-over': 'This line is left over from a merge conflict. Remove it.',
  },
  'several-documents': 'A job file is one YAML document. Use "jobs:" for several jobs, or one file for each.',
  'custom-tag':
    'Job files do not use YAML tags. If the "!" is text, put the text in quotes or in a block scalar ("|").',
  'not-a-map': {
    usual: 'A job is written as "field: value", one field per line.',
    root: 'A job file starts with fields: "model: …", then "prompt: …" on the next line.',
    jobs: '"jobs" must have one entry for each job: an id, with the fields of the job below it.',
    job: 'The job "{job}" needs its fields below it, one per line, indented more than its id.',
  },
  'duplicate-key': 'Duplicate key "{key}". Remove one of them.',
  'too-many-aliases': {
    usual: 'The aliases of this file expand to too many values. Write some of the values out.',
    cycle: 'The alias "*{name}" is inside its own anchor.',
  },
  ...trapTexts,
  // Jobs, their models and the controls of Genwright
  'missing-model': {
    usual: 'This job has no model. Add "model: …".',
    'empty-file': 'This job file is empty. Start with "model: …".',
    job: 'The job "{job}" has no model. Add "model: …" below it.',
    suggestion: 'This job has no model. Did you mean "model" instead of "{key}"?',
  },
  'missing-job': '"jobs" has no job yet. Add an id with "model: …" below it.',
  'unknown-model': {
    usual: 'Unknown model "{model}".',
    sent: 'Unknown model "{model}". Its fields are sent unchanged and unchecked.',
    strict: 'Unknown model "{model}". Strict checking does not allow it.',
    'strict-suggestion':
      'Unknown model "{model}". Did you mean "{suggestion}"? Strict checking does not allow unknown models.',
    'sent-suggestion':
      'Unknown model "{model}". Did you mean "{suggestion}"? If not, its fields are sent unchanged and unchecked.',
    'sent-slip':
      'Unknown model "{model}". Did you mean "{suggestion}"? The request is sent with "{model}", and its fields are checked for "{suggestion}".',
  },
  'unknown-endpoint': {
    usual: 'Unknown endpoint "{endpoint}".',
    model: 'Unknown model "{model}". Set the path of its endpoint: "gen: {endpoint: /v1/…}".',
    'model-suggestion':
      'Unknown model "{model}". Did you mean "{suggestion}"? If not, set the path of its endpoint: "gen: {endpoint: /v1/…}".',
    path: 'The gateway has no endpoint "{endpoint}".',
    'path-suggestion': 'The gateway has no endpoint "{endpoint}". Did you mean "{suggestion}"?',
    'not-a-path':
      'An endpoint is a path such as "/v1/images/generations". The base URL of the gateway belongs in the profile.',
    misfit: 'The endpoint "{endpoint}" does not serve "{model}". Leave "endpoint" out to use "{expected}".',
  },
  'unknown-key': {
    usual: '"{owner}" has no key "{key}".',
    suggestion: '"{owner}" has no key "{key}". Did you mean "{suggestion}"?',
    'root-only': '"{key}" applies to the whole file. Move it to "gen" at the root.',
    'beside-jobs':
      'Beside "jobs", "{key}" belongs to no job. Move it into a job, or into "gen: {defaults: …}" for all jobs.',
    'beside-jobs-reserved': 'Beside "jobs", "{key}" belongs to no job. Move it into a job.',
    'beside-jobs-suggestion':
      'Beside "jobs", "{key}" belongs to no job. Did you mean "{suggestion}"? If not, move it into a job.',
    nested: 'A job cannot contain "jobs". Move them to the "jobs" of the file.',
    'in-defaults': '"defaults" accepts only fields that are sent. Move "{key}" into the jobs.',
  },
  'ignored-key': '"request" cannot change the model, so this one is not sent. Set "model" in the job.',
  'format-version': 'This version of Genwright supports only format version {version}.',
  'key-in-job-file': {
    usual: 'Keys and URLs of a gateway do not belong in a job file, which others will read.',
    name: 'Remove "{key}": keys and URLs do not belong in a job file, which others will read. Run Connect to Gateway instead.',
    value:
      'This looks like a key of the gateway. Remove it, because others will read this file, and run Set API Key instead.',
  },
  'too-many-runs': {
    usual: 'This file makes {count} requests, and {max} are allowed. To allow more, set "gen: {max_runs: {count}}".',
    'for-any-file': 'This file makes {count} requests, and a file can make at most 100000. Split the file.',
  },
  'budget-not-raised':
    'Your own budget for a run is ${own}, and a file can only lower it. This ${value} has no effect.',
  // Fields of a request and their values
  'unknown-field': {
    usual: '"{field}" is not a known field of this model.',
    sent: '"{field}" is not a known field of this model. It is sent unchanged.',
    'sent-suggestion':
      '"{field}" is not a known field of this model. Did you mean "{suggestion}"? It is sent unchanged.',
    strict: '"{field}" is not a known field of this model. Strict checking does not allow it.',
    'strict-suggestion':
      '"{field}" is not a known field of this model. Did you mean "{suggestion}"? Strict checking does not allow unknown fields.',
    nested: 'Unknown field "{field}". It is sent unchanged.',
    'nested-suggestion': 'Unknown field "{field}". Did you mean "{suggestion}"? It is sent unchanged.',
    'strict-nested': 'Unknown field "{field}". Strict checking does not allow it.',
    'strict-nested-suggestion':
      'Unknown field "{field}". Did you mean "{suggestion}"? Strict checking does not allow unknown fields.',
  },
  'missing-field': {
    usual: '{title} needs "{field}".',
    nested: '"{owner}" needs "{field}".',
  },
  'missing-one-of': '{title} needs one of these: {fields}.',
  'exclusive-fields': '"{second}" and "{first}" mean the same. Keep one of them.',
  'rule-broken': {
    usual: 'These values cannot be combined.',
    ...Object.fromEntries(Object.entries(ruleTexts).map(([name, { message }]) => [name, message])),
  },
  'wrong-type': {
    usual: '"{field}" must be {expected}, not {found}.',
    plain: '"{field}" must be {expected}, not {found}.',
    item: 'Each item of "{field}" must be {expected}, not {found}.',
    quote: '"{field}" must be a string, but YAML reads {value} as {found}. Put it in quotes.',
  },
  'not-in-enum': {
    usual: '"{field}" cannot be "{value}". Allowed: {values}.',
    suggestion: '"{field}" cannot be "{value}". Did you mean "{suggestion}"? Allowed: {values}.',
    known: '"{field}" is known to accept: {values}. "{value}" may be refused.',
    'known-suggestion':
      '"{field}" is known to accept: {values}. Did you mean "{suggestion}"? "{value}" may be refused.',
  },
  'wrong-form': '"{field}" must be written as {form}, not as "{value}".',
  'out-of-range': {
    usual: '"{field}" cannot be {value}.',
    both: '"{field}" must be between {min} and {max}, not {value}.',
    min: '"{field}" must be {min} or more, not {value}.',
    max: '"{field}" must be {max} or less, not {value}.',
    positive: '"{field}" must be more than 0, not {value}.',
  },
  'too-long': '"{field}" must have at most {max} characters, not {length}.',
  'too-short': '"{field}" must have at least {min} characters, not {length}.',
  'too-many-items': '"{field}" must have at most {max} items, not {count}.',
  'too-few-items': '"{field}" must have at least {min} items, not {count}.',
  // Expressions, variables, matrices and chains
  'bad-expression': {
    usual: 'This expression is not valid.',
    argument: 'An argument of a filter must be a string in quotes, a number, true, false or null.',
    code: 'Expressions hold a path and filters, not code: "${{ vars.color | upper }}". Put the computed value in "vars".',
    empty: 'This expression is empty. Write a path: "${{ vars.color }}".',
    filter: 'Add the name of a filter after the "|", such as "upper".',
    'in-gen': '"gen" is read before expressions are evaluated. Write the value itself.',
    path: 'A name is missing in this path. Write names after a dot and other keys in brackets: "jobs[\'night shift\'].url".',
    'too-long': 'This evaluates to more than {max} characters or items, which is more than any request can hold.',
    unclosed: 'This expression does not end on its line. Add "}}". If it is text, write "$${{".',
  },
  'unknown-context': {
    usual: 'Unknown name "{name}".',
    plain: 'Unknown name "{name}". An expression starts with one of: {known}.',
    suggestion: 'Unknown name "{name}". Did you mean "{suggestion}"?',
    secret:
      'Expressions have no "{name}", because keys and secrets never belong in a job file. Set the key of the gateway with Set API Key.',
    'not-in-vars':
      '"{name}" differs between requests, and variables are the same for all of them. Use it in the field itself.',
    'not-in-matrix': '"{name}" is not known yet when the matrix is evaluated. Known then: {known}.',
    'not-in-model': '"{name}" is not known yet when the model is selected. Known then: {known}.',
    'not-in-field': '"{name}" is known only when a result is saved. Use it only in "output".',
    fingerprint: 'The fingerprint is computed from what is sent. Use it only in "output".',
    'not-here': 'This job references a value that is not known, so it cannot be sent.',
  },
  'unknown-name': {
    usual: '"{owner}" has no "{name}".',
    bare: 'Add a name after "{name}.".',
    'bare-known': 'Add a name after "{name}.", one of: {known}.',
    empty: '"{owner}" has no "{name}", because it is empty.',
    plain: '"{owner}" has no "{name}". It has: {known}.',
    suggestion: '"{owner}" has no "{name}". Did you mean "{suggestion}"?',
    profile: 'There is no profile named "{name}". Connect to that gateway under this name, or name another profile.',
    'no-text': 'The job "{job}" makes no text. Only chat jobs do.',
  },
  'unknown-filter': {
    usual: 'Unknown filter "{name}".',
    plain: 'Unknown filter "{name}". Use one of: {known}.',
    suggestion: 'Unknown filter "{name}". Did you mean "{suggestion}"?',
  },
  'wrong-argument': {
    usual: 'Write this filter as "{usage}".',
    count: 'The argument of "{usage}" must be a whole number.',
    number: 'Wrong number of arguments. Write this filter as "{usage}".',
    text: 'The argument of "{usage}" must be a string in quotes.',
  },
  'wrong-vars': {
    usual: '"vars" must be names with values, "file://./brand.vars.yaml", or a list of both.',
    'too-deep': 'More than {max} variables reference one another in a row.',
  },
  'blocked-env': {
    usual: 'The environment variable "{name}" cannot be read.',
    name: 'The environment variable "{name}" is not allowed. Add it to your user setting "genwright.env.allow", if this file may read it.',
    unset: 'The environment variable "{name}" is not set. Set it, or add a default value: "| default(…)".',
    'in-name':
      'A value from the environment cannot be part of a file name, because names are recorded. Use another value here.',
    untrusted: 'The environment is read only in a trusted folder. Trust this folder to use "{name}".',
  },
  cycle: {
    usual: 'Circular reference: {path}.',
    itself: 'A job cannot wait for itself.',
    jobs: 'These jobs wait for each other, so none of them can start: {path}.',
    vars: 'These variables need each other, so none of them has a value: {path}.',
  },
  'wrong-matrix': {
    usual: 'This is not a matrix.',
    'empty-axis': 'The axis "{key}" has no values, so there is nothing to generate. Add values, or remove the axis.',
    'exclude-no-axis': '"{key}" in "exclude" is not an axis of this matrix.',
    'exclude-suggestion': '"{key}" in "exclude" is not an axis of this matrix. Did you mean "{suggestion}"?',
    'nothing-left': '"exclude" removes every combination of this matrix, so there is nothing to generate.',
    'not-a-list': 'An axis must be a list of values: "{key}: [one, two]".',
    'not-a-list-of-maps': '"{key}" must be a list of combinations, each a map of axes and their values.',
    'not-a-map': '"matrix" must be a map of axes, each with a list of values: "size: [2K, 3K]".',
  },
  'no-match': {
    usual: 'No value of "{axis}" is {value}, so this excludes nothing.',
    exclude: 'No value of "{axis}" is {value}, so this excludes nothing. Did you mean {suggestion}?',
    include: 'No value of "{axis}" is {value}, so this is a separate combination. Did you mean {suggestion}?',
  },
  'no-effect': {
    usual:
      'The axis "{axis}" has no effect: it is not a field of this model, and no expression references "matrix.{axis}".',
    model: 'The axis "model" has no effect, because the job sets its own model.',
    suggestion:
      'The axis "{axis}" has no effect: it is not a field of this model, and no expression references "matrix.{axis}". Did you mean "{suggestion}"?',
  },
  'same-request': {
    usual:
      'This makes a request that is equal to another one, and each of them is charged. Remove it, or set "repeat" if you want several results.',
    plan: '{count} requests are equal to others, and each of them is charged. Change what they are made of, or set "repeat" if you want several results.',
    job: 'The job "{job}" makes the same requests as "{first}", and all of them are charged. Remove one of the jobs, or set "repeat" if you want several results.',
  },
  'wrong-needs': '"needs" must be the id of a job, or a list of ids.',
  // Files that a job file names
  'absolute-path': '"{field}" must be a path relative to the job file, such as "images/door".',
  'unreadable-file': {
    usual: '"{path}" cannot be read.',
    absolute: 'Write the path relative to the job file: "file://./brief.md".',
    empty: 'Add the path of the file: "file://./brief.md".',
    'lfs-pointer': '"{path}" is a Git LFS pointer. Run git lfs pull.',
    missing: 'There is no file "{path}" beside this job file.',
    'not-a-map': '"{path}" contains no variables. Write one "name: value" per line.',
    'not-yaml': '"{path}" is not valid YAML. See line {line} of that file.',
    outside: '"{path}" is outside the workspace folder, and job files cannot read files there.',
    'too-large': '"{path}" is too large to be used as text.',
    unreadable: '"{path}" cannot be read, or is not UTF-8 text. Save the file as UTF-8.',
    untrusted: 'Files are read only in a trusted folder. Trust this folder to use "{path}".',
  },
  'missing-input': {
    usual: 'There is no file "{path}".',
    absolute: 'Write the path of an input file relative to the job file, such as "images/cat.png", not "{path}".',
    missing: 'There is no file "{path}" beside this job file. A URL starts with "https://".',
    outside: '"{path}" is outside the workspace folder. Copy the file into it.',
  },
  'input-not-sendable': {
    usual: '"{path}" cannot be sent.',
    'lfs-pointer': '"{path}" is a Git LFS pointer. Run git lfs pull.',
    'no-data':
      'This field accepts only URLs, and the gateway no longer has one for "{path}". Use a public "https://" URL or a registered "asset://…".',
    'not-image': '"{path}" is not an image, so it is not sent. Use a PNG, JPEG, WebP or GIF file.',
    'not-audio': '"{path}" is not an audio file, so it is not sent. Use an MP3, WAV or M4A file.',
    'not-video': '"{path}" is not a video, so it is not sent. Use an MP4 or WebM file.',
    'not-any': '"{path}" is not an image, audio or video file, so it is not sent.',
    'too-large':
      '"{path}" has {size} MB, and at most {max} MB can be sent with a request. Use a smaller file, a public "https://" URL or a registered "asset://…".',
  },
};
