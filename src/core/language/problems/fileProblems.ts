import type { ProblemText } from './problemText.ts';

/** Files that a job file names. */
export const fileProblems = {
  'absolute-path': {
    message: '"{field}" must be a path relative to the job file, such as "images/door".',
    page: {
      title: 'An absolute path',
      meaning: 'Results are saved beside the job file, so that the folder can be moved and shared.',
      fix: 'Write a path relative to the job file.',
      wrong: 'model: sonic\nprompt: Rain\noutput: /songs/rain\n',
      right: 'model: sonic\nprompt: Rain\noutput: songs/rain\n',
    },
  },
  'unreadable-file': {
    message: '"{path}" cannot be read.',
    variants: {
      absolute: 'Write the path relative to the job file: "file://./brief.md".',
      empty: 'Add the path of the file: "file://./brief.md".',
      missing: 'There is no file "{path}" beside this job file.',
      'not-a-map': '"{path}" contains no variables. Write one "name: value" per line.',
      'not-yaml': '"{path}" is not valid YAML. See line {line} of that file.',
      outside: '"{path}" is outside the workspace folder, and job files cannot read files there.',
      'too-large': '"{path}" is too large to be used as text.',
      unreadable: '"{path}" cannot be read, or is not a text file.',
      untrusted: 'Files are read only in a trusted folder. Trust this folder to use "{path}".',
    },
    page: {
      title: 'A text file that cannot be read',
      meaning:
        '"file://" is replaced by the text of a file. The file must be in the workspace folder, and the folder must be trusted.',
      fix: 'Write a path relative to the job file.',
      wrong: 'model: sonic\nprompt: file://./song.md\n',
      right: 'model: sonic\nprompt: file://./brief.md\n',
    },
  },
  'missing-input': {
    message: 'There is no file "{path}".',
    variants: {
      absolute: 'Write the path of an input file relative to the job file, such as "images/cat.png", not "{path}".',
      missing: 'There is no file "{path}" beside this job file. A URL starts with "https://".',
      outside: '"{path}" is outside the workspace folder. Copy the file into it.',
    },
    page: {
      title: 'An input file that does not exist',
      meaning:
        'A field for images, audio or videos accepts a URL that starts with "https://", or the path of a file. There is no such file.',
      fix: 'Write a path relative to the job file. Copy files from outside the workspace folder into it.',
      wrong: 'model: seedream-5-0-260128\nprompt: Rain\nimage: cats.png\n',
      right: 'model: seedream-5-0-260128\nprompt: Rain\nimage: cat.png\n',
    },
  },
  'input-not-sendable': {
    message: '"{path}" cannot be sent.',
    variants: {
      'no-data':
        'This field accepts only URLs, and the gateway no longer has one for "{path}". Use a public "https://" URL or a registered "asset://…".',
      'not-image': '"{path}" is not an image, so it is not sent. Use a PNG, JPEG, WebP or GIF file.',
      'not-audio': '"{path}" is not an audio file, so it is not sent. Use an MP3, WAV or M4A file.',
      'not-video': '"{path}" is not a video, so it is not sent. Use an MP4 or WebM file.',
      'not-any': '"{path}" is not an image, audio or video file, so it is not sent.',
      'too-large':
        '"{path}" has {size} MB, and at most {max} MB can be sent with a request. Use a smaller file, a public "https://" URL or a registered "asset://…".',
    },
    page: {
      title: 'An input file that cannot be sent',
      meaning:
        'The file exists, but it cannot be sent with the request: it is not of the kind that the field accepts, the field accepts only URLs, or the file is too large.',
      fix: 'Use a file of the right kind, a smaller file, a public "https://" URL, or a registered "asset://…".',
      wrong: 'model: seedream-5-0-260128\nprompt: Rain\nimage: huge.png\n',
      right: 'model: seedream-5-0-260128\nprompt: Rain\nimage: cat.png\n',
    },
  },
} satisfies Readonly<Record<string, ProblemText>>;
