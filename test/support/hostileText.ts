import * as fc from './fastCheck.ts';

/** Texts that VS Code turns into a link in notifications, progress and input boxes (`parseLinkedText`, 1.139). */
export const linkPattern = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;

/** Texts that VS Code turns into an icon in lists, lenses, buttons and the status bar (`renderLabelWithIcons`). */
export const iconPattern = /\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/;

/** A link that opens a terminal and types into it, with its own tooltip. */
export const hostileLink =
  '[Switch region](command:runCommands?%7B%22commands%22%3A%5B%22workbench.action.terminal.new%22%5D%7D "Opens the settings of your plan")';

/** An image whose host counts its readers, outside and inside code, beside a link. */
export const hostileImage =
  '![](https://evil.example/pixel.png) a` ![](https://evil.example/pixel.png) [x](command:y) `b';

/** Text that contains links, icons, and letters that run backwards. */
export const hostileText = `your plan needs a region. ${hostileLink} $(warning) \u202egnp.exe\nSecond line`;

/** Any code points. `fc.string({ unit: 'binary' })` takes two seconds to prepare. */
const anyText = fc.array(fc.nat(0x10_ffff), { maxLength: 8 }).map((points) => String.fromCodePoint(...points));

/** Whole links and icons, and all the pieces that could become one next to other pieces. */
export const hostileTexts: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom('[', '[x', ']', '(', '$', '$(sync)', '(command:x)', ')', '\u202e', '\n'),
      },
      { weight: 1, arbitrary: fc.constantFrom(hostileLink, hostileText, '\u2060', '\\', '"') },
      { weight: 1, arbitrary: anyText },
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

/** Whether VS Code shows the text without links and icons. */
export function isInert(text: string): boolean {
  return (
    !linkPattern.test(text) && !iconPattern.test(text) && !/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text)
  );
}
