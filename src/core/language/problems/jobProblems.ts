import type { ProblemText } from './problemText.ts';

/** Jobs, their models and the controls of Genwright. */
export const jobProblems = {
  'missing-model': {
    message: 'This job has no model. Add "model: …".',
    variants: {
      'empty-file': 'This job file is empty. Start with "model: …".',
      job: 'The job "{job}" has no model. Add "model: …" below it.',
      suggestion: 'This job has no model. Did you mean "model" instead of "{key}"?',
    },
    page: {
      title: 'No model',
      meaning: 'The model determines the result, the cost and the available fields.',
      fix: 'Add "model:" with one of the models that completion offers. With "jobs:", "gen: {defaults: {model: …}}" sets one for all jobs.',
      wrong: 'prompt: A lighthouse at dawn\n',
      right: 'model: seedream-5-0-260128\nprompt: A lighthouse at dawn\n',
    },
  },
  'missing-job': {
    message: '"jobs" has no job yet. Add an id with "model: …" below it.',
    page: {
      title: 'No job',
      meaning: 'The file has "jobs:" with nothing below it.',
      fix: 'Add an id with the fields of the job below it.',
      wrong: 'jobs:\n',
      right: 'jobs:\n  dawn:\n    model: seedream-5-0-260128\n    prompt: A lighthouse at dawn\n',
    },
  },
  'unknown-model': {
    message: 'Unknown model "{model}".',
    variants: {
      sent: 'Unknown model "{model}". Its fields are sent unchanged and unchecked.',
      strict: 'Unknown model "{model}". Strict checking does not allow it.',
      'strict-suggestion':
        'Unknown model "{model}". Did you mean "{suggestion}"? Strict checking does not allow unknown models.',
      'sent-suggestion':
        'Unknown model "{model}". Did you mean "{suggestion}"? If not, its fields are sent unchanged and unchecked.',
    },
    page: {
      title: 'Unknown model',
      meaning:
        'The model is not in the catalog. It is sent anyway, with its fields unchanged, and nothing can be checked before it costs money.',
      fix: 'Check the spelling, or run Refresh Model Index. The setting "genwright.strict" makes unknown models errors.',
      wrong: 'model: seedream-9\nprompt: Rain\n',
      right: 'model: seedream-5-0-260128\nprompt: Rain\n',
    },
  },
  'unknown-endpoint': {
    message: 'Unknown endpoint "{endpoint}".',
    variants: {
      model: 'Unknown model "{model}". Set the path of its endpoint: "gen: {endpoint: /v1/…}".',
      'model-suggestion':
        'Unknown model "{model}". Did you mean "{suggestion}"? If not, set the path of its endpoint: "gen: {endpoint: /v1/…}".',
      path: 'The gateway has no endpoint "{endpoint}".',
      'path-suggestion': 'The gateway has no endpoint "{endpoint}". Did you mean "{suggestion}"?',
      'not-a-path':
        'An endpoint is a path such as "/v1/images/generations". The base URL of the gateway belongs in the profile.',
      misfit: 'The endpoint "{endpoint}" does not serve "{model}". Leave "endpoint" out to use "{expected}".',
    },
    page: {
      title: 'Unknown endpoint',
      meaning:
        'An endpoint is a path of the gateway. This one does not exist, does not serve the model, or cannot be determined from the model.',
      fix: 'Leave "endpoint" out to use the default of the model. The base URL of the gateway belongs in the profile.',
      wrong: 'gen: {endpoint: /v1/pictures}\nmodel: seedream-5-0-260128\nprompt: Rain\n',
      right: 'model: seedream-5-0-260128\nprompt: Rain\n',
    },
  },
  'unknown-key': {
    message: '"{owner}" has no key "{key}".',
    variants: {
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
    page: {
      title: 'Unknown key',
      meaning:
        'Genwright reads its control keys itself and would silently ignore one that it does not know. That key may be the one that limits the cost.',
      fix: 'Check the spelling. Controls of the whole file belong in "gen" at the root, and fields belong in the jobs.',
      wrong: 'gen: {repeet: 2}\nmodel: sonic\nprompt: Rain\n',
      right: 'gen: {repeat: 2}\nmodel: sonic\nprompt: Rain\n',
    },
  },
  'ignored-key': {
    message: '"request" cannot change the model, so this one is not sent. Set "model" in the job.',
    page: {
      title: 'A key without effect',
      meaning: 'The model determines how a job is checked and where it is sent, so "request" cannot change it.',
      fix: 'Set "model" in the job, and remove this key.',
      wrong: 'model: sonic\nprompt: Rain\nrequest: {model: other}\n',
      right: 'model: sonic\nprompt: Rain\n',
    },
  },
  'format-version': {
    message: 'This version of Genwright supports only format version {version}.',
    page: {
      title: 'Format version',
      meaning:
        'The version determines the meaning of the file. In a newer version the same keys may have another meaning.',
      fix: 'Set it to 1, leave it out, or update Genwright.',
      wrong: 'gen: 2\nmodel: sonic\nprompt: Rain\n',
      right: 'gen: 1\nmodel: sonic\nprompt: Rain\n',
    },
  },
  'key-in-job-file': {
    message: 'Keys and URLs of a gateway do not belong in a job file, which others will read.',
    variants: {
      name: 'Remove "{key}": keys and URLs do not belong in a job file, which others will read. Run Connect to Gateway instead.',
      value:
        'This looks like a key of the gateway. Remove it, because others will read this file, and run Set API Key instead.',
    },
    page: {
      title: 'A key of the gateway in the file',
      meaning: 'Job files are shared and versioned. A reader of this file could spend your money.',
      fix: 'Remove the line, and run Connect to Gateway, which keeps the key in secret storage. If the file was shared already, replace the key at the gateway.',
      wrong: 'model: sonic\nprompt: Rain\napi_key: abc\n',
      right: 'model: sonic\nprompt: Rain\n',
    },
  },
  'too-many-runs': {
    message: 'This file makes {count} requests, and {max} are allowed. To allow more, set "gen: {max_runs: {count}}".',
    variants: {
      'for-any-file': 'This file makes {count} requests, and a file can make at most 100000. Split the file.',
    },
    page: {
      title: 'More requests than allowed',
      meaning: 'A matrix grows quickly, and every request costs money. By default, a file can make 100 requests.',
      fix: 'Remove combinations, or allow the number in "gen: {max_runs: …}".',
      wrong: 'gen: {max_runs: 1}\nmodel: seedream-5-0-260128\nprompt: Rain\nmatrix: {size: [2K, 3K]}\n',
      right: 'gen: {max_runs: 2}\nmodel: seedream-5-0-260128\nprompt: Rain\nmatrix: {size: [2K, 3K]}\n',
    },
  },
  'budget-not-raised': {
    message: 'Your own budget for a run is ${own}, and a file can only lower it. This ${value} has no effect.',
    page: {
      title: 'A budget above your own',
      meaning:
        'The file allows a run more than your own setting "genwright.budget.runUsd" does. A file can lower your budget but never raise it, so your setting applies.',
      fix: 'You can leave it. To spend more, raise the setting.',
      wrong: 'gen: {budget_usd: 50}\nmodel: sonic\nprompt: Rain\n',
      right: 'gen: {budget_usd: 2}\nmodel: sonic\nprompt: Rain\n',
    },
  },
} satisfies Readonly<Record<string, ProblemText>>;
