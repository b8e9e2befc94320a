/** A long prompt is represented by its beginning. */
const maxSubjectLength = 60;

/** Words before the subject of a prompt: "a poem about" is the clearest, then "five names for". */
const about = /^.*?\b(?:about|describing|showing|between)\s+(.+)$/is;
const purpose = /^.*?\b(?:for|of|on)\s+(.+)$/is;

/** In a question, everything that follows is the subject. */
const question = /^(?:why|how|what|who|when|where|which)\b/i;

/** Matches the requested form of an answer, which is not part of its subject. */
const shape = /\s(?:in|as) (?:a |an )?(?:\w+ )?(?:table|list|json|sentence|paragraph|markdown)\b:?/i;

/** Words that only express a request. */
const request =
  /^(?:please\s+|can you\s+|could you\s+|i (?:want|need)\s+)*(?:write|make|give|tell|show|list|explain|describe|draw|create|suggest|compare|summari[sz]e|translate|what (?:is|are)|how (?:do|does|to)|why (?:is|are|do|does))\s+(?:me\s+|us\s+|i\s+)?/i;

/** Returns the subject of a prompt as a phrase inside a sentence: `a lighthouse café`. */
export function findSubject(prompt: string): string {
  const [first = ''] = plainText(prompt).split(/[.!?\n]/);
  const sentence = first.trim().replace(shape, '');
  const lead = about.exec(sentence) ?? (question.test(sentence) ? null : purpose.exec(sentence));
  const object = lead?.[1] ?? sentence.replace(request, '');
  const subject = cut(object.replace(/,.*/s, '').trim() || sentence);
  return subject === '' ? 'the open sea' : subject.charAt(0).toLowerCase() + subject.slice(1);
}

/** Makes words of the user safe inside Markdown: on one line, without markup characters. */
export function plainText(text: string): string {
  return text
    .replaceAll(/[`*_#<>[\]|\\~]/g, ' ')
    .replaceAll(/[ \t]+/g, ' ')
    .trim();
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function cut(text: string): string {
  if (text.length <= maxSubjectLength) return text;
  const space = text.lastIndexOf(' ', maxSubjectLength);
  return `${text.slice(0, space < 0 ? maxSubjectLength : space).trim()} …`;
}
