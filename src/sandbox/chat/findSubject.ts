/** Long prompts are spoken of by their beginning. */
const maxSubjectLength = 60;

/** What leads from a wish to its object: "a poem about" says it best, "five names for" after that. */
const about = /^.*?\b(?:about|describing|showing|between)\s+(.+)$/is;
const purpose = /^.*?\b(?:for|of|on)\s+(.+)$/is;

/** A question is about all that follows. */
const question = /^(?:why|how|what|who|when|where|which)\b/i;

/** How an answer shall look is not what it is about. */
const shape = /\s(?:in|as) (?:a |an )?(?:\w+ )?(?:table|list|json|sentence|paragraph|markdown)\b:?/i;

/** Words that only say that something is wanted. */
const request =
  /^(?:please\s+|can you\s+|could you\s+|i (?:want|need)\s+)*(?:write|make|give|tell|show|list|explain|describe|draw|create|suggest|compare|summari[sz]e|translate|what (?:is|are)|how (?:do|does|to)|why (?:is|are|do|does))\s+(?:me\s+|us\s+|i\s+)?/i;

/** What a prompt is about, as a phrase that stands inside a sentence: `a lighthouse café`. */
export function findSubject(prompt: string): string {
  const [first = ''] = plainText(prompt).split(/[.!?\n]/);
  const sentence = first.trim().replace(shape, '');
  const lead = about.exec(sentence) ?? (question.test(sentence) ? null : purpose.exec(sentence));
  const object = lead?.[1] ?? sentence.replace(request, '');
  const subject = cut(object.replace(/,.*/s, '').trim() || sentence);
  return subject === '' ? 'the open sea' : subject.charAt(0).toLowerCase() + subject.slice(1);
}

/** Words of a person that may stand in Markdown: on one line, without characters that mark it up. */
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
  return `${text.slice(0, text.lastIndexOf(' ', maxSubjectLength)).trim() || text.slice(0, maxSubjectLength)} …`;
}
