import type { ArtifactItem } from '../../protocol/previewItem.ts';
import { element, icon } from '../dom.ts';
import { fill } from '../format.ts';
import type { ViewContext } from '../view.ts';

/** Two images on top of each other. A line that the user moves divides them: the first one is to the left of it. */
export function createSliderView(
  pair: readonly [ArtifactItem, ArtifactItem],
  { strings }: Pick<ViewContext, 'strings'>,
): HTMLElement {
  const [first, second] = pair;
  const image = (item: ArtifactItem, place: string): HTMLElement =>
    element('img', {
      class: `slider-image ${place}`,
      attributes: { src: item.uri ?? '', alt: item.name, draggable: 'false' },
    });
  const line = element('input', {
    class: 'slider-line',
    attributes: {
      type: 'range',
      min: 0,
      max: 100,
      value: 50,
      step: 1,
      'aria-label': fill(strings.sliderLabel, { first: first.name, second: second.name }),
    },
  });
  const made = element('div', { class: 'slider-view' }, [
    image(second, 'below'),
    image(first, 'above'),
    element('span', { class: 'slider-divider', attributes: { 'aria-hidden': true } }, [
      element('span', { class: 'slider-handle' }, [icon('arrow-both')]),
    ]),
    element('span', { class: 'slider-name first', text: first.name, attributes: { 'aria-hidden': true } }),
    element('span', { class: 'slider-name second', text: second.name, attributes: { 'aria-hidden': true } }),
    line,
  ]);
  const draw = (): void => made.style.setProperty('--divider', `${line.value}%`);
  line.addEventListener('input', draw);
  draw();
  return made;
}
