import { createLanguageService, type JobFileDocument } from '../../src/core/language/index.ts';
import { type Figure, runProcess, timeAll } from './figure.ts';
import { type BenchDocument, buildBenchDocuments } from './languageDocuments.ts';
import { createLanguagePeer, type LanguagePeer } from './languagePeer.ts';

/** Less than Linux and macOS give a process. */
const stackKilobytes = 6_000;

const features = ['complete', 'hover', 'problems', 'symbols'] as const;
type Feature = (typeof features)[number];

/**
 * Measures in a separate process, because the peer spreads an array of all schemas into one call for a file of 5,000
 * lines, and the usual stack is too small for this.
 */
export async function measureLanguageSpeed(): Promise<readonly Figure[]> {
  const args = [`--stack-size=${stackKilobytes}`];
  return (await runProcess('languageSpeedProcess.ts', { args })) as readonly Figure[];
}

/**
 * Times the same calls on the same text, one side after the other: with a typed letter before each call, and again
 * without one.
 */
export async function measureFeatures(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const bench of buildBenchDocuments()) {
    for (const feature of features) figures.push(...(await measureFeature(feature, bench)));
  }
  return figures;
}

async function measureFeature(feature: Feature, bench: BenchDocument): Promise<readonly Figure[]> {
  const document = createLanguageService().open('file:///hero.gen.yaml', bench.text);
  const peer = createLanguagePeer();
  await checkAnswers(feature, bench, { document, peer });
  let typed = 0;
  const ask = (side: JobFileDocument | LanguagePeer): unknown => askFor(feature, side, { bench, typed });
  const typeInOwn = (): unknown => {
    document.edit({ offset: bench.typedAt, remove: 0, insert: 'x' });
    typed += 1;
    return ask(document);
  };
  const typeInPeer = (): unknown => {
    peer.insert(bench.typedAt, 'x');
    return ask(peer);
  };
  const edited = await timeAll(bench.rounds, [typeInOwn, typeInPeer]);
  const again = await timeAll(bench.rounds, [() => ask(document), () => ask(peer)]);
  return [
    buildFigure(`${feature} after a letter, ${bench.name}`, edited, bench.aims.edited),
    buildFigure(`${feature} without an edit, ${bench.name}`, again, bench.aims.again),
  ];
}

function askFor(
  feature: Feature,
  side: JobFileDocument | LanguagePeer,
  { bench, typed }: { readonly bench: BenchDocument; readonly typed: number },
): unknown {
  switch (feature) {
    case 'complete':
      return side.complete(bench.completedAt + typed);
    case 'hover':
      return side.hover(bench.hoveredAt + typed);
    default:
      return side[feature]();
  }
}

/** Throws if a side has no result, which would make that side quick. */
async function checkAnswers(
  feature: Feature,
  bench: BenchDocument,
  { document, peer }: { readonly document: JobFileDocument; readonly peer: LanguagePeer },
): Promise<void> {
  peer.open(bench.text);
  const answers = [
    askFor(feature, document, { bench, typed: 0 }),
    await askFor(feature, peer, { bench, typed: 0 }),
  ].map((answer) => JSON.stringify(answer)?.length ?? 0);
  const isAnswered = feature === 'problems' || answers.every((length) => length > 20);
  if (!isAnswered) throw new Error(`${feature} has no answer in ${bench.name}: ${answers.join(' and ')} characters`);
}

function buildFigure(name: string, [own = NaN, peer = NaN]: readonly number[], aim: string): Figure {
  return { name, value: own / peer, unit: '×', against: `yaml-language-server, ${peer.toFixed(2)} ms`, aim };
}
