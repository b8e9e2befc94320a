import type { ProblemCode } from '../jobFile/problem.ts';
import { ruleMessages } from './ruleMessages.ts';

/**
 * The words for every problem: what is there, and what to do next. Keys are `<code>` or `<code>/<variant>`; the English
 * templates are also the keys of the translations. `{name}` is filled from the problem's `args`.
 */
export const problemMessages: Readonly<Record<string, string>> & Readonly<Record<ProblemCode, string>> = {
  'yaml-syntax': 'This is not valid YAML.',
  'yaml-syntax/other': 'This is not valid YAML: {detail}.',
  'yaml-syntax/bad-escape':
    'A text in double quotes can not hold this backslash. Write it twice, or use single quotes.',
  'yaml-syntax/bad-indent': 'The indentation fits no line above. Keys of one job start in the same column.',
  'yaml-syntax/bad-start': 'A text can not start with this character. Put the text in quotes, or below a "|".',
  'yaml-syntax/comment-without-blank':
    'Put a blank before the "#" to start a comment, or the text in quotes to keep it.',
  'yaml-syntax/complex-key': 'A key must be plain text. If these braces are text, put the text in quotes.',
  'yaml-syntax/missing-blank': 'A blank is missing behind the colon.',
  'yaml-syntax/missing-colon': 'A colon is missing after this key.',
  'yaml-syntax/tab': 'YAML is indented with blanks, not with tabs.',
  'yaml-syntax/text-after-value':
    'The value ended before this text. If brackets or quotes are part of the text, put all of it below a "|".',
  'yaml-syntax/too-deep': 'This is nested too deeply to be read.',
  'yaml-syntax/too-large':
    'This file is too large to be a job file: {lines} lines, and {megabytes} MB beside inline media, are read at most.',
  'yaml-syntax/two-colons':
    'There are two keys in one value. If the colon is text, put the text in quotes or below a "|"; else check the indentation.',
  'yaml-syntax/unclosed-bracket':
    'A bracket that opens in this value is not closed. If it is text, put the text in quotes.',
  'yaml-syntax/unclosed-quote': 'The closing quote is missing.',
  'yaml-syntax/unknown-alias':
    'There is no anchor "&{name}" above. If the "*" is text, put the text in quotes or below a "|".',
  'several-documents': 'A job file is one YAML document. Use "jobs:" for several jobs, or one file for each.',
  'custom-tag': 'YAML tags are not used in job files. If the "!" is text, put the text in quotes or below a "|".',
  'not-a-map': 'A job is written as "field: value", one field a line.',
  'not-a-map/root': 'A job file starts with fields: "model: …", then "prompt: …" on a line of its own.',
  'not-a-map/jobs': '"jobs" takes one entry for each job: an id, with the fields of the job below it.',
  'not-a-map/job': 'The job "{job}" needs its fields below it, one a line, further in than its id.',
  'duplicate-key': '"{key}" stands here twice, and only one of them can count. Remove one.',
  'too-many-aliases': 'The aliases of this file add up to too much. Write some of the values out.',
  'too-many-aliases/cycle': 'The alias "*{name}" stands inside its own anchor.',
  'missing-model': 'Say which model makes this: add "model: …".',
  'missing-model/empty-file': 'This job file is empty. Start with "model: …".',
  'missing-model/job': 'The job "{job}" has no model: add "model: …" below it.',
  'missing-model/suggestion': 'Say which model makes this. Did you mean "model" by "{key}"?',
  'missing-job': '"jobs" has no job yet: add an id with "model: …" below it.',
  'unknown-model': 'The model "{model}" is not known here.',
  'unknown-model/sent': 'The model "{model}" is not known here. Its fields are sent as they are, unchecked.',
  'unknown-model/strict': 'The model "{model}" is not known here, and strict checking refuses it.',
  'unknown-model/strict-suggestion':
    'The model "{model}" is not known here, and strict checking refuses it. Did you mean "{suggestion}"?',
  'unknown-model/sent-suggestion':
    'The model "{model}" is not known here. Did you mean "{suggestion}"? If not, its fields are sent as they are, unchecked.',
  'unknown-endpoint': 'The endpoint "{endpoint}" is not known.',
  'unknown-endpoint/model': 'The model "{model}" is not known here, so set its path: "gen: {endpoint: /v1/…}".',
  'unknown-endpoint/model-suggestion':
    'The model "{model}" is not known here. Did you mean "{suggestion}"? If not, set its path: "gen: {endpoint: /v1/…}".',
  'unknown-endpoint/path': 'The gateway has no endpoint "{endpoint}".',
  'unknown-endpoint/path-suggestion': 'The gateway has no endpoint "{endpoint}". Did you mean "{suggestion}"?',
  'unknown-endpoint/not-a-path':
    'An endpoint is a path such as "/v1/images/generations". The address of the gateway belongs to the profile.',
  'unknown-endpoint/misfit':
    '"{model}" is not served by "{endpoint}". Its endpoint is "{expected}": leave "endpoint" out.',
  'unknown-field': '"{field}" is not a known field of this model.',
  'unknown-field/sent': '"{field}" is not a known field of this model. It is sent as it is.',
  'unknown-field/sent-suggestion':
    '"{field}" is not a known field of this model. Did you mean "{suggestion}"? It is sent as it is.',
  'unknown-field/strict': '"{field}" is not a known field of this model, and strict checking refuses it.',
  'unknown-field/strict-suggestion':
    '"{field}" is not a known field of this model, and strict checking refuses it. Did you mean "{suggestion}"?',
  'unknown-field/nested': '"{field}" is not known here. It is sent as it is.',
  'unknown-field/nested-suggestion': '"{field}" is not known here. Did you mean "{suggestion}"? It is sent as it is.',
  'unknown-field/strict-nested': '"{field}" is not known here, and strict checking refuses it.',
  'unknown-field/strict-nested-suggestion':
    '"{field}" is not known here, and strict checking refuses it. Did you mean "{suggestion}"?',
  'unknown-key': '"{owner}" has no key "{key}".',
  'unknown-key/suggestion': '"{owner}" has no key "{key}". Did you mean "{suggestion}"?',
  'unknown-key/root-only': '"{key}" applies to the whole file: move it to "gen" at the top level.',
  'unknown-key/beside-jobs':
    'Beside "jobs", "{key}" belongs to no job. Move it into a job, or into "gen: {defaults: …}" for all of them.',
  'unknown-key/beside-jobs-reserved': 'Beside "jobs", "{key}" belongs to no job. Move it into a job.',
  'unknown-key/beside-jobs-suggestion':
    'Beside "jobs", "{key}" belongs to no job. Did you mean "{suggestion}"? If not, move it into a job.',
  'unknown-key/nested': 'A job can not hold "jobs" of its own. Move them up, to the "jobs" of the file.',
  'unknown-key/in-defaults': '"defaults" takes fields that are sent. "{key}" belongs into the jobs themselves.',
  'ignored-key': '"request" can not change the model. Set "model" at the job; this one is not sent.',
  'missing-field': '{title} needs "{field}".',
  'missing-field/nested': '"{owner}" needs "{field}".',
  'missing-one-of': '{title} needs one of these: {fields}.',
  'exclusive-fields': '"{second}" and "{first}" say the same thing. Keep one of them.',
  'wrong-type': '"{field}" takes {expected}, not {found}.',
  'wrong-type/plain': '"{field}" takes {expected}, not {found}.',
  'wrong-type/item': 'Each item of "{field}" is {expected}, not {found}.',
  'wrong-type/quote': '"{field}" takes text, but YAML reads {value} as {found}. Put it in quotes.',
  'not-in-enum': '"{field}" does not take "{value}". It takes: {values}.',
  'not-in-enum/suggestion': '"{field}" does not take "{value}". Did you mean "{suggestion}"? It takes: {values}.',
  'not-in-enum/known': '"{field}" is known to take: {values}. "{value}" may be refused.',
  'not-in-enum/known-suggestion':
    '"{field}" is known to take: {values}. Did you mean "{suggestion}"? "{value}" may be refused.',
  'rule-broken': 'These values do not go together.',
  'wrong-form': '"{field}" is written as {form}; "{value}" is not.',
  'out-of-range': '"{field}" does not take {value}.',
  'out-of-range/both': '"{field}" goes from {min} to {max}; {value} is outside of that.',
  'out-of-range/min': '"{field}" is {min} or more, not {value}.',
  'out-of-range/max': '"{field}" is {max} or less, not {value}.',
  'out-of-range/positive': '"{field}" is more than 0, not {value}.',
  'too-long': '"{field}" takes up to {max} characters; these are {length}.',
  'too-short': '"{field}" takes at least {min} characters; these are {length}.',
  'too-many-items': '"{field}" takes up to {max} items; these are {count}.',
  'too-few-items': '"{field}" takes at least {min} items; these are {count}.',
  'absolute-path': 'Files are saved beside the job file: "{field}" takes a path from there, such as "images/door".',
  'key-in-job-file': 'Keys and addresses of a gateway do not belong in a job file, which others will read.',
  'key-in-job-file/name':
    'Remove "{key}": keys and addresses do not belong in a job file, which others will read. Use the command "Connect to Gateway…".',
  'key-in-job-file/value':
    'This looks like a key of the gateway. Remove it, and use the command "Set API Key": job files are read by others.',
  'format-version': 'This version of Genwright reads format version {version} only.',
  'bad-expression': 'This expression can not be read.',
  'bad-expression/argument': 'An argument of a filter is a text in quotes, a number, true, false or null.',
  'bad-expression/code':
    'Expressions hold a path and filters, no code: "${{ vars.color | upper }}". Work it out, and put the value in "vars".',
  'bad-expression/empty': 'This expression is empty. Write a path: "${{ vars.color }}".',
  'bad-expression/filter': 'The name of a filter belongs behind the "|", such as "upper".',
  'bad-expression/in-gen': '"gen" is read before anything is worked out: write the value itself.',
  'bad-expression/path':
    'A name is missing in this path. Names go behind a dot, others in brackets: "jobs[\'night shift\'].url".',
  'bad-expression/too-long':
    'This comes to more than {max} characters or items, which is more than any request can hold.',
  'bad-expression/unclosed': 'This expression does not end on its line: add "}}". If it is text, write "$${{".',
  'unknown-context': 'Nothing is known as "{name}" here.',
  'unknown-context/plain': 'Nothing is known as "{name}" here. An expression starts with one of: {known}.',
  'unknown-context/suggestion': 'Nothing is known as "{name}" here. Did you mean "{suggestion}"?',
  'unknown-context/secret':
    'Expressions have no "{name}": keys and secrets never stand in a job file. The key of the gateway belongs to the profile.',
  'unknown-context/not-in-vars':
    '"{name}" differs from request to request, and variables are the same for all. Use it in the field itself.',
  'unknown-context/not-in-matrix': '"{name}" is not known yet when the matrix is worked out. Known here: {known}.',
  'unknown-context/not-in-model': '"{name}" is not known yet when the model is chosen. Known here: {known}.',
  'unknown-context/not-in-field': '"{name}" is known when a result is saved: it can only stand in "output".',
  'unknown-context/fingerprint': 'The fingerprint is that of what is sent, so it can only stand in "output".',
  'unknown-context/not-here': 'This job speaks of something that is not known here, so it can not be sent.',
  'unknown-name': '"{owner}" has no "{name}".',
  'unknown-name/bare': 'Say which one: "{name}." and a name behind it.',
  'unknown-name/bare-known': 'Say which one: "{name}." and one of: {known}.',
  'unknown-name/empty': '"{owner}" has no "{name}": there is nothing in it.',
  'unknown-name/plain': '"{owner}" has no "{name}". It has: {known}.',
  'unknown-name/suggestion': '"{owner}" has no "{name}". Did you mean "{suggestion}"?',
  'unknown-name/profile':
    'There is no profile named "{name}". Connect to that gateway under this name, or name another profile.',
  'unknown-name/no-text': '"{job}" makes no text: only chat answers in words.',
  'unknown-filter': 'There is no filter "{name}".',
  'unknown-filter/plain': 'There is no filter "{name}". There are: {known}.',
  'unknown-filter/suggestion': 'There is no filter "{name}". Did you mean "{suggestion}"?',
  'wrong-argument': 'This filter is written as "{usage}".',
  'wrong-argument/count': '"{usage}" takes a whole number here.',
  'wrong-argument/number': 'This filter is written as "{usage}": the number of its arguments is another.',
  'wrong-argument/text': '"{usage}" takes a text in quotes here.',
  'wrong-vars': '"vars" takes names with values, "file://./brand.vars.yaml", or a list of both.',
  'wrong-vars/too-deep': 'More than {max} variables speak of one another in a row here.',
  'blocked-env': 'The environment variable "{name}" can not be read.',
  'blocked-env/name':
    'The environment variable "{name}" is not allowed. Add it to your user setting "genwright.env.allow", if this file may read it.',
  'blocked-env/unset':
    'The environment variable "{name}" is not set. Set it, or add a value to fall back on: "| default(…)".',
  'blocked-env/in-name':
    'A value from the environment cannot be part of a file name, because names are recorded. Use another value here.',
  'blocked-env/untrusted': 'The environment is read in a trusted folder only. Trust this folder to use "{name}".',
  cycle: 'This leads back to itself: {path}.',
  'cycle/itself': 'A job can not wait for itself.',
  'cycle/jobs': 'These jobs wait for each other, so none of them can start: {path}.',
  'cycle/vars': 'These variables need each other, so none of them has a value: {path}.',
  'wrong-matrix': 'This is no matrix.',
  'wrong-matrix/empty-axis':
    'The axis "{key}" has no values, so there would be nothing to make. Add some, or remove it.',
  'wrong-matrix/exclude-no-axis': '"exclude" speaks of "{key}", which is no axis of this matrix.',
  'wrong-matrix/nothing-left': '"exclude" leaves nothing of this matrix, so there would be nothing to make.',
  'wrong-matrix/not-a-list': 'An axis is a list of values: "{key}: [one, two]".',
  'wrong-matrix/not-a-list-of-maps': '"{key}" takes a list of combinations, each a map of axes and their values.',
  'wrong-matrix/not-a-map': '"matrix" takes axes, each with a list of values: "size: [2K, 3K]".',
  'no-effect': 'The axis "{axis}" has no effect: it is no field of this model, and nothing speaks of "matrix.{axis}".',
  'no-effect/suggestion':
    'The axis "{axis}" has no effect: it is no field of this model, and nothing speaks of "matrix.{axis}". Did you mean "{suggestion}"?',
  'too-many-runs':
    'This file makes {count} requests, and {max} are allowed. If you want that many, set "gen: {max_runs: {count}}".',
  'too-many-runs/for-any-file': 'This file makes {count} requests, and no file can make more than 100000. Split it.',
  'budget-not-raised':
    'Your own budget for a run is ${own}, and a file can only lower it: this ${value} has no effect.',
  'wrong-needs': '"needs" takes the id of a job, or a list of ids.',
  'unreadable-file': '"{path}" can not be read.',
  'unreadable-file/absolute': 'A file is named from the job file on: "file://./brief.md".',
  'unreadable-file/empty': 'The name of the file is missing: "file://./brief.md".',
  'unreadable-file/missing': 'There is no file "{path}" beside this job file.',
  'unreadable-file/not-a-map': '"{path}" holds no variables: it takes one "name: value" a line.',
  'unreadable-file/not-yaml': '"{path}" is not valid YAML: see its line {line}.',
  'unreadable-file/outside': '"{path}" lies outside of the workspace folder, where job files do not read.',
  'unreadable-file/too-large': '"{path}" is too large for a text.',
  'unreadable-file/unreadable': '"{path}" can not be read, or is no text.',
  'unreadable-file/untrusted': 'Files are read in a trusted folder only. Trust this folder to use "{path}".',
  'missing-input': 'There is no file "{path}".',
  'missing-input/absolute': 'An input file is named from the job file on, such as "images/cat.png"; "{path}" is not.',
  'missing-input/missing':
    'There is no file "{path}" beside this job file. An address on the web starts with "https://".',
  'missing-input/outside': '"{path}" lies outside of the workspace folder. Copy the file into it.',
  'input-not-sendable': '"{path}" can not be sent.',
  'input-not-sendable/no-data':
    'This field takes an address, and the gateway has none for "{path}" any more. Use a public "https://" address or a registered "asset://…".',
  'input-not-sendable/not-image': '"{path}" is not an image, so it is not sent. Use a PNG, JPEG, WebP or GIF file.',
  'input-not-sendable/not-audio': '"{path}" is not an audio file, so it is not sent. Use an MP3, WAV or M4A file.',
  'input-not-sendable/not-video': '"{path}" is not a video, so it is not sent. Use an MP4 or WebM file.',
  'input-not-sendable/not-any': '"{path}" is not an image, audio or video file, so it is not sent.',
  'input-not-sendable/too-large':
    '"{path}" has {size} MB, and {max} MB can go along with a request. Use a smaller file, a public "https://" address or a registered "asset://…".',
  'comment-in-text':
    'YAML takes "{text}" for a comment, so the text ends at "{kept}". Put the text in quotes or below a "|" to keep it.',
  'comment-as-value': 'YAML takes "{text}" for a comment, so "{key}" has no value. Put it in quotes to keep it.',
  'braces-as-map':
    'YAML reads these braces as a map. If this is text, put it in quotes or below a "|"; if it is an expression, write "${{ … }}".',
  'brackets-as-list': 'YAML reads these brackets as a list. If they are part of the text, put all of it below a "|".',
  'star-as-alias': 'YAML reads "*" as an alias. If it is part of the text, put the text in quotes or below a "|".',
  'at-sign-start': 'A text in YAML can not start with "@". Put it in quotes or below a "|".',
  'backtick-start': 'A text in YAML can not start with a backtick. Put it in quotes or below a "|".',
  'percent-start': 'A text in YAML can not start with "%". Put it in quotes or below a "|".',
  'colon-in-text':
    'YAML reads a colon with a blank behind it as a key. If it is part of the text, put the text in quotes or below a "|"; else check the indentation.',
  'text-after-quote':
    'The value ends at its second quote. If the quotes are part of the text, put all of it below a "|".',
  'ratio-as-number': 'Some YAML tools read {text} as a number in base 60. Put it in quotes.',
  'leading-zero': 'YAML reads {text} as the number {value}. Put it in quotes to keep the zeros, or leave them out.',
  'large-integer': 'Other tools round {text}, which has more digits than they can hold. It is sent exactly as it is.',
  'expression-in-flow': 'YAML reads the braces of an expression as its own here. Put the expression in quotes.',
  // Last, since an object is slow to build behind what is spread into it.
  ...ruleMessages,
};
