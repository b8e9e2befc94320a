import type { ProblemText } from './problemText.ts';

/** Expressions, variables, matrices and chains. */
export const expressionProblems = {
  'bad-expression': {
    message: 'This expression is not valid.',
    variants: {
      argument: 'An argument of a filter must be a string in quotes, a number, true, false or null.',
      code: 'Expressions hold a path and filters, not code: "${{ vars.color | upper }}". Put the computed value in "vars".',
      empty: 'This expression is empty. Write a path: "${{ vars.color }}".',
      filter: 'Add the name of a filter after the "|", such as "upper".',
      'in-gen': '"gen" is read before expressions are evaluated. Write the value itself.',
      path: 'A name is missing in this path. Write names after a dot and other keys in brackets: "jobs[\'night shift\'].url".',
      'too-long': 'This evaluates to more than {max} characters or items, which is more than any request can hold.',
      unclosed: 'This expression does not end on its line. Add "}}". If it is text, write "$${{".',
    },
    page: {
      title: 'An expression that is not valid',
      meaning: 'An expression is a path, followed by filters. It is not code, and it ends on its line.',
      fix: 'Write "${{ vars.color | upper }}". If the characters are text, write "$${{".',
      wrong: 'vars: {color: red}\nmodel: sonic\nprompt: A ${{ vars.color song\n',
      right: 'vars: {color: red}\nmodel: sonic\nprompt: A ${{ vars.color }} song\n',
    },
  },
  'unknown-context': {
    message: 'Unknown name "{name}".',
    variants: {
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
    page: {
      title: 'Unknown name in an expression',
      meaning:
        'An expression starts with a known name, such as "vars" or "jobs". Some names are known only in some parts of a job file.',
      fix: 'Start with one of the names in the message. Variables are written as "vars.name".',
      wrong: 'vars: {color: red}\nmodel: sonic\nprompt: A ${{ color }} song\n',
      right: 'vars: {color: red}\nmodel: sonic\nprompt: A ${{ vars.color }} song\n',
    },
  },
  'unknown-name': {
    message: '"{owner}" has no "{name}".',
    variants: {
      bare: 'Add a name after "{name}.".',
      'bare-known': 'Add a name after "{name}.", one of: {known}.',
      empty: '"{owner}" has no "{name}", because it is empty.',
      plain: '"{owner}" has no "{name}". It has: {known}.',
      suggestion: '"{owner}" has no "{name}". Did you mean "{suggestion}"?',
      profile: 'There is no profile named "{name}". Connect to that gateway under this name, or name another profile.',
      'no-text': 'The job "{job}" makes no text. Only chat jobs do.',
    },
    page: {
      title: 'Unknown name',
      meaning: 'The expression, or "needs", references a name that does not exist.',
      fix: 'Check the spelling, or define the name.',
      wrong: 'vars: {color: red}\nmodel: sonic\nprompt: A ${{ vars.colour }} song\n',
      right: 'vars: {color: red}\nmodel: sonic\nprompt: A ${{ vars.color }} song\n',
    },
  },
  'unknown-filter': {
    message: 'Unknown filter "{name}".',
    variants: {
      plain: 'Unknown filter "{name}". Use one of: {known}.',
      suggestion: 'Unknown filter "{name}". Did you mean "{suggestion}"?',
    },
    page: {
      title: 'Unknown filter',
      meaning: 'Filters change a value, such as "upper", "trim" and "default". There is no filter with this name.',
      fix: 'Use one of the filters that completion offers after the "|".',
      wrong: 'vars: {color: red}\nmodel: sonic\nprompt: A ${{ vars.color | uper }} song\n',
      right: 'vars: {color: red}\nmodel: sonic\nprompt: A ${{ vars.color | upper }} song\n',
    },
  },
  'wrong-argument': {
    message: 'Write this filter as "{usage}".',
    variants: {
      count: 'The argument of "{usage}" must be a whole number.',
      number: 'Wrong number of arguments. Write this filter as "{usage}".',
      text: 'The argument of "{usage}" must be a string in quotes.',
    },
    page: {
      title: 'Wrong argument of a filter',
      meaning: 'The filter does not accept these arguments.',
      fix: 'Write the filter as the message shows. Strings are in quotes, numbers are not.',
      wrong: 'vars: {line: a b c d}\nmodel: sonic\nprompt: ${{ vars.line | words("2") }}\n',
      right: 'vars: {line: a b c d}\nmodel: sonic\nprompt: ${{ vars.line | words(2) }}\n',
    },
  },
  'wrong-vars': {
    message: '"vars" must be names with values, "file://./brand.vars.yaml", or a list of both.',
    variants: {
      'too-deep': 'More than {max} variables reference one another in a row.',
    },
    page: {
      title: 'Variables are not valid',
      meaning: 'Variables are names with values, files of such names, or a list of both.',
      fix: 'Write one "name: value" per line.',
      wrong: 'vars: red\nmodel: sonic\nprompt: Rain\n',
      right: 'vars:\n  color: red\nmodel: sonic\nprompt: Rain\n',
    },
  },
  'blocked-env': {
    message: 'The environment variable "{name}" cannot be read.',
    variants: {
      name: 'The environment variable "{name}" is not allowed. Add it to your user setting "genwright.env.allow", if this file may read it.',
      unset: 'The environment variable "{name}" is not set. Set it, or add a default value: "| default(…)".',
      'in-name':
        'A value from the environment cannot be part of a file name, because names are recorded. Use another value here.',
      untrusted: 'The environment is read only in a trusted folder. Trust this folder to use "{name}".',
    },
    page: {
      title: 'A blocked environment variable',
      meaning:
        'The environment may hold secrets, and job files may come from others. A job file can read only the variables that you allow, in a folder that you trust.',
      fix: 'Add the name to your user setting "genwright.env.allow" if this file may read it.',
      wrong: 'model: sonic\nprompt: A song about ${{ env.HOME }}\n',
      right: 'model: sonic\nprompt: A song about ${{ env.CITY }}\n',
    },
  },
  cycle: {
    message: 'Circular reference: {path}.',
    variants: {
      itself: 'A job cannot wait for itself.',
      jobs: 'These jobs wait for each other, so none of them can start: {path}.',
      vars: 'These variables need each other, so none of them has a value: {path}.',
    },
    page: {
      title: 'Circular reference',
      meaning: 'A job that waits for itself never starts, and a variable that needs itself has no value.',
      fix: 'Break the cycle: remove one of the references in the message.',
      wrong: 'vars:\n  a: ${{ vars.b }}\n  b: ${{ vars.a }}\nmodel: sonic\nprompt: Rain\n',
      right: 'vars:\n  a: ${{ vars.b }}\n  b: Rain\nmodel: sonic\nprompt: ${{ vars.a }}\n',
    },
  },
  'wrong-matrix': {
    message: 'This is not a matrix.',
    variants: {
      'empty-axis': 'The axis "{key}" has no values, so there is nothing to generate. Add values, or remove the axis.',
      'exclude-no-axis': '"{key}" in "exclude" is not an axis of this matrix.',
      'nothing-left': '"exclude" removes every combination of this matrix, so there is nothing to generate.',
      'not-a-list': 'An axis must be a list of values: "{key}: [one, two]".',
      'not-a-list-of-maps': '"{key}" must be a list of combinations, each a map of axes and their values.',
      'not-a-map': '"matrix" must be a map of axes, each with a list of values: "size: [2K, 3K]".',
    },
    page: {
      title: 'Not a matrix',
      meaning: 'A matrix has axes, each with a list of values. Each combination is one request.',
      fix: 'Write each axis as "size: [2K, 3K]". "include" and "exclude" must be lists of combinations.',
      wrong: 'model: seedream-5-0-260128\nprompt: Rain\nmatrix: {size: 2K}\n',
      right: 'model: seedream-5-0-260128\nprompt: Rain\nmatrix: {size: [2K, 3K]}\n',
    },
  },
  'no-effect': {
    message:
      'The axis "{axis}" has no effect: it is not a field of this model, and no expression references "matrix.{axis}".',
    variants: {
      model: 'The axis "model" has no effect, because the job sets its own model.',
      suggestion:
        'The axis "{axis}" has no effect: it is not a field of this model, and no expression references "matrix.{axis}". Did you mean "{suggestion}"?',
    },
    page: {
      title: 'An axis without effect',
      meaning:
        'The axis is not a field of the model, and no expression references it. The same request would be sent, and charged, several times.',
      fix: 'Rename it to a field of the model, or use it in an expression.',
      wrong: 'model: seedream-5-0-260128\nprompt: Rain\nmatrix: {mood: [calm, wild]}\n',
      right: 'model: seedream-5-0-260128\nprompt: ${{ matrix.mood }} rain\nmatrix: {mood: [calm, wild]}\n',
    },
  },
  'wrong-needs': {
    message: '"needs" must be the id of a job, or a list of ids.',
    page: {
      title: 'Not the id of a job',
      meaning: '"needs" lists the jobs that must have their results first.',
      fix: 'Write an id, or a list of ids. Jobs that an expression references are needed anyway.',
      wrong: 'jobs:\n  a: {model: sonic, prompt: Rain}\n  b: {model: sonic, prompt: Sun, needs: {a: true}}\n',
      right: 'jobs:\n  a: {model: sonic, prompt: Rain}\n  b: {model: sonic, prompt: Sun, needs: [a]}\n',
    },
  },
} satisfies Readonly<Record<string, ProblemText>>;
