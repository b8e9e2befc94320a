/**
 * Whether VS Code can show a link target, not encoded, in the hover of the link. That hover is Markdown with commands
 * allowed, and only `)` is escaped in the target, unless a backslash is before it. So a parenthesis that stays open, or
 * a `)` after two backslashes, ends the link early, and a link inside the target would become active.
 */
export function isSafeLink(target: string): boolean {
  return !/[\\<]|\]\(/.test(target);
}
