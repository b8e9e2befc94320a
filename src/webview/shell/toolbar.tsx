import type { PreviewAction } from '../../protocol/preview.ts';
import { Icon, IconButton } from '../elements.tsx';
import { fill } from '../format.ts';
import type { IconName } from '../icons.ts';
import { Marks } from '../marks/marks.tsx';
import { countLive, isLive, selectedIndex, selectedItem } from '../state.ts';
import { usePage } from '../usePage.ts';

/** The row above the stage: the position in the list, and the actions for the file. */
export function Toolbar() {
  const page = usePage();
  const { strings } = page;
  const state = page.staged.value;
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
  const isFile = item?.kind === 'artifact';
  const isShownFile = isFile && item.media !== 'file' && item.uri !== null;
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
        <ActionButton icon="go-to-file" action="openFile" isEnabled={isShownFile} />
        <ActionButton icon="folder-opened" action="reveal" isEnabled={isFile} />
        <ActionButton icon="copy" action="copyPath" isEnabled={isFile} />
        <ActionButton icon="history" action="recall" isEnabled={isFile} />
        <ActionButton icon="file-code" action="openJobFile" isEnabled />
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

interface ActionProps {
  readonly icon: IconName;
  readonly action: PreviewAction;
  readonly isEnabled: boolean;
}

/** Disabled for an item without such a file. */
function ActionButton({ icon, action, isEnabled }: ActionProps) {
  const page = usePage();
  const press = (): void => page.send({ type: 'act', id: page.staged.value.selectedId, action });
  return <IconButton icon={icon} label={page.strings[action]} disabled={!isEnabled} press={press} />;
}
