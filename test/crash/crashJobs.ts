/** One job of each kind. They differ in the way from the request to the files. */
export interface CrashJob {
  readonly name: string;
  readonly text: string;
  /** The prompts of its requests, by which the gateway identifies them. */
  readonly prompts: readonly string[];
}

export const crashJobs: readonly CrashJob[] = [
  { name: 'image', text: 'model: seedream-5-0-260128\nprompt: one\n', prompts: ['one'] },
  { name: 'song', text: 'model: sonic\ntitle: Sea\ntags: folk\nprompt: song\n', prompts: ['song'] },
  { name: 'inline', text: 'model: gemini-3-pro-image-preview\nprompt: inline\n', prompts: ['inline'] },
  { name: 'chat', text: 'model: gpt-5\nprompt: chat\n', prompts: ['chat'] },
  {
    name: 'chain',
    text: `jobs:
  still:
    model: seedream-5-0-260128
    prompt: still
  clip:
    model: seedream-5-0-260128
    prompt: clip
    image: \${{ jobs.still.url }}
`,
    prompts: ['still', 'clip'],
  },
  {
    name: 'matrix',
    text: 'model: seedream-5-0-260128\nprompt: A ${{ matrix.c }} cat\nmatrix:\n  c: [red, green]\n',
    prompts: ['A red cat', 'A green cat'],
  },
];

/** All jobs in one file. */
export const mixedJob: CrashJob = {
  name: 'mixed',
  text: `jobs:
  song:
    model: sonic
    tags: folk
    prompt: song
  inline:
    model: gemini-3-pro-image-preview
    prompt: inline
  chat:
    model: gpt-5
    prompt: chat
  still:
    model: seedream-5-0-260128
    prompt: still
  clip:
    model: seedream-5-0-260128
    prompt: clip
    image: \${{ jobs.still.url }}
  cat:
    model: seedream-5-0-260128
    prompt: A \${{ matrix.c }} cat
    matrix:
      c: [red, green, blue]
`,
  prompts: ['song', 'inline', 'chat', 'still', 'clip', 'A red cat', 'A green cat', 'A blue cat'],
};
