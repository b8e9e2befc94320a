import { element } from '../../dom.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';
/** Units of the drawing, which is stretched to the available width. */
const barPitch = 4;
const barWidth = 2.6;
const height = 100;
/** Silence is a line, not a gap. */
const minBar = 3;

/** Number of bars of a waveform. */
export const peakCount = 160;

/** A drawing of peaks. Colors come from CSS, so a change of the theme needs no new drawing. */
interface Waveform {
  readonly element: HTMLElement;
  draw(peaks: readonly number[]): void;
  /** 0..1 */
  showPlayed(share: number): void;
}

export function createWaveform(): Waveform {
  const frame = element('div', { class: 'waveform', attributes: { 'aria-hidden': 'true' } });
  const rest = bars('waveform-rest');
  const played = bars('waveform-played');
  frame.append(rest.svg, played.svg);
  return {
    element: frame,
    draw(peaks) {
      const path = peaks.map(barPath).join('');
      rest.path.setAttribute('d', path);
      played.path.setAttribute('d', path);
      frame.classList.add('drawn');
    },
    showPlayed(share) {
      frame.style.setProperty('--played', `${Math.min(Math.max(share, 0), 1) * 100}%`);
    },
  };
}

/** Draws the same bars twice, clipped from each side: played, and not yet played. */
function bars(className: string): { svg: SVGElement; path: SVGElement } {
  const svg = document.createElementNS(svgNamespace, 'svg');
  svg.setAttribute('class', className);
  svg.setAttribute('viewBox', `0 0 ${peakCount * barPitch} ${height}`);
  svg.setAttribute('preserveAspectRatio', 'none');
  const path = document.createElementNS(svgNamespace, 'path');
  svg.append(path);
  return { svg, path };
}

function barPath(peak: number, index: number): string {
  const bar = Math.max(peak * height, minBar);
  return `M${index * barPitch} ${(height - bar) / 2}h${barWidth}v${bar}h-${barWidth}z`;
}
