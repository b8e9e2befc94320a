import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ArtifactItem } from '../../protocol/previewItem.ts';
import { Icon, IconButton, joinClasses, TextButton } from '../elements.tsx';
import { fill, formatFacts } from '../format.ts';
import { isOfMatrix } from '../marks/marking.ts';
import { Marks, nameWithMarks } from '../marks/marks.tsx';
import { Stage } from '../stage.tsx';
import { useFocus, usePage } from '../usePage.ts';
import { Playback } from './playback.ts';

/** Two to four results beside each other, with what differs between them. They are zoomed and played together. */
export function CompareView() {
  const page = usePage();
  const { comparison, strings } = page;
  const area = useRef<HTMLDivElement>(null);
  const playback = useRef<Playback | null>(null);
  const items = comparison.items.value;
  const active = comparison.active.value;
  const [first, second] = comparison.pair;
  const isJoined = comparison.isJoined.value && comparison.pairKind === 'images';
  const findPane = () => area.current?.querySelectorAll<HTMLElement>('.compare-pane')[active];
  useFocus('compare', () => (area.current?.querySelector<HTMLElement>('.slider-line') ?? findPane())?.focus());
  useLayoutEffect(() => {
    if (area.current) playback.current ??= new Playback(area.current);
    const pane = findPane();
    if (pane) playback.current?.lead(pane);
  }, [active, items.length]);
  const differences = useDifferences(items);
  return (
    <div class="compare" role="main">
      <div class="toolbar">
        <div class="toolbar-group">
          <IconButton
            icon="arrow-left"
            label={strings.leaveCompare}
            press={() => page.turnTo('sheet', comparison.activeItem?.id ?? null)}
          />
        </div>
        <h1 class="toolbar-title">
          {comparison.explanation.value ?? fill(strings.compareCount, { count: items.length })}
        </h1>
        <div class="toolbar-group">
          {comparison.pairKind === 'texts' && (
            <TextButton icon="diff" label={strings.openDiff} press={() => comparison.join()} />
          )}
          {comparison.pairKind === 'images' && (
            <IconButton
              icon="arrow-both"
              label={strings.slider}
              press={() => comparison.join()}
              aria-pressed={isJoined}
            />
          )}
          <IconButton icon="question" label={strings.showKeys} press={() => (page.dialog.value = { kind: 'keys' })} />
        </div>
      </div>
      <div class={joinClasses('compare-panes', isJoined && 'is-joined')} ref={area}>
        {isJoined && first && second && <SliderView first={first} second={second} />}
        {items.map((item, at) =>
          isJoined && !comparison.pair.includes(item) ? null : (
            <Pane key={item.id} item={item} at={at} differences={differences} />
          ),
        )}
      </div>
    </div>
  );
}

/** A fact or a field of the request in which results differ, with the value of each result. Null for one without it. */
interface Difference {
  readonly label: string;
  readonly values: readonly (string | null)[];
}

/** Returns only what differs. What the user has written comes first. Null until the details of all have arrived. */
function useDifferences(items: readonly ArtifactItem[]): readonly Difference[] | null {
  const { comparison, formats, strings } = usePage();
  const all = items.flatMap(({ id }) => comparison.details.value.get(id) ?? []);
  if (all.length < items.length) return null;
  const facts = all.map((details) => formatFacts(details, formats));
  const fields = all.map((details) => new Map(details.fields.map(({ name, value }) => [name, value])));
  const ofFact = (name: keyof (typeof facts)[number]): Difference => ({
    label: strings[name],
    values: facts.map((each) => each[name]),
  });
  const ofField = (label: string): Difference => ({ label, values: fields.map((each) => each.get(label) ?? null) });
  return [
    ...(['prompt', 'model', 'seed'] as const).map(ofFact),
    ...[...new Set(fields.flatMap((each) => [...each.keys()]))].map(ofField),
    ...(['endpoint', 'profile', 'dimensions', 'duration', 'cost'] as const).map(ofFact),
  ].filter(({ values }) => new Set(values).size > 1);
}

interface PaneProps {
  readonly item: ArtifactItem;
  readonly at: number;
  readonly differences: readonly Difference[] | null;
}

/** One of the results, with its marks and its differences from the others. */
function Pane({ item, at, differences }: PaneProps) {
  const { comparison, marking, strings } = usePage();
  const count = comparison.items.value.length;
  const position = fill(strings.position, { index: at + 1, count });
  const lead = (): void => comparison.lead(at);
  return (
    <section
      class={joinClasses('compare-pane', at === comparison.active.value && 'active')}
      tabIndex={0}
      aria-label={`${nameWithMarks(item, strings)}, ${position}`}
      onPointerDown={lead}
      onFocusIn={lead}
    >
      <div class="compare-head">
        <h2 class="name" title={item.name}>
          {item.name}
        </h2>
        <Marks item={item} />
        {isOfMatrix(item) && (
          <IconButton
            icon="symbol-array"
            label={strings.useCombination}
            press={() => marking.run({ kind: 'use' }, [item])}
          />
        )}
      </div>
      <div class="stage">
        <Stage
          item={item}
          details={comparison.details.value.get(item.id) ?? null}
          handle={comparison.views.get(item.id) ?? { current: null }}
          zoom={{ zoom: comparison.zoom, isShared: true }}
        />
      </div>
      <div class="compare-details">
        <dl class="compare-facts">
          {differences?.map(({ label, values }) => [
            <dt key="name">{label}</dt>,
            <dd key="value">{values[at] ?? '–'}</dd>,
          ])}
          {/* If there is no difference, the first pane says so. */}
          {differences?.length === 0 && at === 0 && <dd>{strings.noDifference}</dd>}
        </dl>
      </div>
    </section>
  );
}

/** Two images on top of each other. A line that the user moves divides them: the first one is to the left of it. */
function SliderView({ first, second }: { readonly first: ArtifactItem; readonly second: ArtifactItem }) {
  const { strings } = usePage();
  const [share, setShare] = useState(50);
  const image = ({ name, uri }: ArtifactItem, place: string) => (
    <img class={`slider-image ${place}`} src={uri ?? ''} alt={name} draggable={false} />
  );
  return (
    <div class="slider-view" style={{ '--divider': `${share}%` }}>
      {image(second, 'below')}
      {image(first, 'above')}
      <span class="slider-divider" aria-hidden="true">
        <span class="slider-handle">
          <Icon name="arrow-both" />
        </span>
      </span>
      <span class="slider-name first" aria-hidden="true">
        {first.name}
      </span>
      <span class="slider-name second" aria-hidden="true">
        {second.name}
      </span>
      <input
        class="slider-line"
        type="range"
        min={0}
        max={100}
        step={1}
        value={share}
        aria-label={fill(strings.sliderLabel, { first: first.name, second: second.name })}
        onInput={({ currentTarget }) => setShare(Number(currentTarget.value))}
      />
    </div>
  );
}
