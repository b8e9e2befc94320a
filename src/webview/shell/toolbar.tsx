import { useRef, useState } from 'preact/hooks';
import type { PreviewAction } from '../../protocol/preview.ts';
import { Icon, IconButton } from '../elements.tsx';
import { fill } from '../format.ts';
import type { IconName } from '../icons.ts';
import { Marks } from '../marks/marks.tsx';
import { Menu, type MenuItem } from '../menu.tsx';
import type { Page } from '../page.ts';
import { countLive, isLive, selectedIndex, selectedItem } from '../state.ts';
import { usePage } from '../usePage.ts';

/** The row above the stage: the position in the list, and the actions for the file. */
export function Toolbar() {
  const page = usePage();
  const { strings } = page;
  const state = page.seen.value;
  const item = selectedItem(state);
  const index = selectedIndex(state);
  const count = state.items?.length ?? 0;
  const total = page.state.value.items?.length ?? 0;
  const { isFiltered } = page;
  // Results and live tasks are counted apart, so the newest result is the first one while others are being made.
  const live = countLive(state);
  const isInProgress = item !== null && isLive(item);
  const lift = (): void => {
    page.sheet.setQuery('');
    page.focus('stage');
  };
  const all = { index: index + 1, count };
  const place = isInProgress ? { ...all, count: live } : { index: all.index - live, count: count - live };
  const isOpen = page.areDetailsOpen.value;
  const actions = listActions(page);
  return (
    <header class="toolbar">
      <div class="toolbar-group">
        <IconButton icon="chevron-left" label={strings.previous} disabled={index <= 0} press={() => page.step(-1)} />
        <span class="position">
          {item &&
            (isFiltered.value ? fill(strings.filteredPosition, { ...all, total }) : fill(strings.position, place))}
        </span>
        <IconButton
          icon="chevron-right"
          label={strings.next}
          disabled={index >= count - 1}
          press={() => page.step(1)}
        />
        {isFiltered.value && <IconButton icon="clear-all" label={strings.clearFilters} press={lift} />}
        <span class="rest">
          {isInProgress ? strings.inProgress : live > 0 && fill(strings.moreInProgress, { count: live })}
        </span>
      </div>
      <div class="toolbar-title">
        <span class="name" title={item?.name ?? ''}>
          {item?.name}
        </span>
        <Marks item={item} />
        {item?.isSandbox && (
          <span class="badge" title={strings.sandboxHint}>
            <Icon name="beaker" />
            <span class="badge-text">{strings.sandbox}</span>
          </span>
        )}
      </div>
      <div class="toolbar-group">
        {page.isRoomy.value
          ? actions.map(({ isEnabled, ...action }) => (
              <IconButton key={action.icon} {...action} disabled={!isEnabled} />
            ))
          : item && <MoreActions key={item.id} items={actions.filter(({ isEnabled }) => isEnabled)} />}
        <IconButton icon="table" label={strings.showSheet} press={() => page.show('sheet')} />
        <IconButton
          icon="info"
          label={isOpen ? strings.hideDetails : strings.showDetails}
          disabled={item === null}
          press={() => page.toggleDetails()}
          aria-controls="details"
          aria-expanded={isOpen}
        />
      </div>
    </header>
  );
}

/** What can be done with the file that can be seen. */
function listActions({ strings, seen, send }: Page) {
  const item = selectedItem(seen.value);
  const isFile = item?.kind === 'artifact';
  const act = (icon: IconName, action: PreviewAction, isEnabled: boolean) => ({
    icon,
    label: strings[action],
    isEnabled,
    press: () => send({ type: 'act', id: item?.id ?? null, action }),
  });
  return [
    act('go-to-file', 'openFile', isFile && item.media !== 'file' && item.uri !== null),
    act('folder-opened', 'reveal', isFile),
    act('copy', 'copyPath', isFile),
    act('history', 'recall', isFile),
    act('file-code', 'openJobFile', true),
  ];
}

/** A button with the actions that have no room in a narrow toolbar. */
function MoreActions({ items }: { readonly items: readonly MenuItem[] }) {
  const { strings } = usePage();
  const [isOpen, setIsOpen] = useState(false);
  const frame = useRef<HTMLSpanElement>(null);
  const { left = 0, bottom = 0 } = frame.current?.getBoundingClientRect() ?? {};
  return (
    <span ref={frame}>
      <IconButton
        icon="ellipsis"
        label={strings.moreActions}
        press={() => setIsOpen(!isOpen)}
        aria-haspopup="menu"
        aria-expanded={isOpen}
      />
      {isOpen && (
        <Menu
          label={strings.moreActions}
          items={items}
          x={left}
          y={bottom}
          findOwner={() => frame.current?.querySelector('button')}
          close={() => setIsOpen(false)}
        />
      )}
    </span>
  );
}
