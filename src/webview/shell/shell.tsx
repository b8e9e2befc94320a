import { useLayoutEffect, useRef } from 'preact/hooks';
import { TextButton } from '../elements.tsx';
import { pausePlayers } from '../media/players.ts';
import { EmptyNotice, Notice } from '../notice.tsx';
import { Stage } from '../stage.tsx';
import { selectedItem } from '../state.ts';
import { usePage } from '../usePage.ts';
import { DetailsPanel } from './detailsPanel.tsx';
import { Filmstrip } from './filmstrip.tsx';
import { Toolbar } from './toolbar.tsx';

/** One result on the stage, with the toolbar, the details and the filmstrip around it. */
export function Shell() {
  const page = usePage();
  const { strings } = page;
  const isHidden = page.view.value !== 'stage';
  const state = page.staged.value;
  const stage = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (isHidden) pausePlayers(stage.current);
  }, [isHidden]);
  // These listeners run before those of the document: an arrow key that leads back to the newest item makes the page
  // follow new results again.
  const stay = (): void => page.stay();
  return (
    <div class="stage-view" hidden={isHidden}>
      <Toolbar />
      <div class="middle">
        <main class="stage" ref={stage} onPointerDown={stay} onWheel={stay} onKeyDown={stay}>
          <Stage
            item={selectedItem(state)}
            details={state.details}
            handle={page.stageView}
            shows={(id) => (page.seenId.value = id)}
            zoom={{ zoom: page.zoom, isShared: false }}
          >
            <NoItem />
          </Stage>
        </main>
        {page.areDetailsOpen.value && <DetailsPanel details={state.details} />}
      </div>
      <nav aria-label={strings.results}>
        <Filmstrip />
      </nav>
    </div>
  );
}

/** Says why there is no item. */
function NoItem() {
  const page = usePage();
  const { strings, send } = page;
  const { items, readError } = page.staged.value;
  if (readError !== null) {
    return (
      <Notice icon="error" title={strings.unreadableTitle} text={readError}>
        <TextButton icon="refresh" label={strings.readAgain} press={() => send({ type: 'readAgain' })} />
      </Notice>
    );
  }
  if (items?.length === 0) return <EmptyNotice />;
  // The style shows this with a delay, so that a fast start does not flicker.
  return (
    <p class="loading" role="status">
      {strings.loading}
    </p>
  );
}
