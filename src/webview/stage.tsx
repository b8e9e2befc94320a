import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { assertNever } from '../core/support/assertNever.ts';
import type { ArtifactItem, PreviewDetails, PreviewItem } from '../protocol/previewItem.ts';
import { joinClasses } from './elements.tsx';
import { fill } from './format.ts';
import { AudioView } from './media/audio/audioView.tsx';
import { ImageView } from './media/image/imageView.tsx';
import { pausePlayers } from './media/players.ts';
import { VideoView } from './media/video/videoView.tsx';
import type { MediaProps } from './media/mediaProps.ts';
import { Notice, OpenFileButton, OpenJobFileButton } from './notice.tsx';
import { TaskCard } from './taskCard.tsx';
import { MarkdownView } from './text/markdownView.tsx';
import { TextView } from './text/readingFrame.tsx';
import { usePage } from './usePage.ts';

interface StageProps extends Pick<MediaProps, 'details' | 'handle' | 'zoom'> {
  readonly item: PreviewItem | null;
  /** Called with the id of the item that can be seen. Null without one. */
  readonly shows?: (id: string | null) => void;
  /** What is shown without an item. */
  readonly children?: ComponentChildren;
}

/** A view with the key that tells it from others: two items with the same key share one. */
interface Layer {
  readonly key: string;
  readonly id: string | null;
  readonly view: ComponentChildren;
}

/** Shows an item. While an image or a clip has nothing to show yet, the view before stays, as it was. */
export function Stage({ item, details, handle, zoom, shows, children }: StageProps) {
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const layers = useRef<HTMLDivElement>(null);
  const shown = useRef<Layer | null>(null);
  const present = useRef({ key: '', isBroken: false, hasFocus: false });
  const id = item?.id ?? null;
  const isMissing = details?.isMissing ?? false;
  const key = item?.kind === 'artifact' ? `${item.id} ${item.uri} ${isMissing}` : `${item?.id} card`;
  if (present.current.key !== key) {
    const hasFocus = layers.current?.contains(document.activeElement) && document.activeElement?.matches('.viewport');
    present.current = { key, isBroken: false, hasFocus: hasFocus ?? false };
  }
  const { isBroken } = present.current;
  const isPresent = (): boolean => present.current.key === key;
  const view = item ? (
    <ItemView
      {...{ item, details, handle, zoom, isBroken }}
      loaded={() => {
        if (!isPresent()) return;
        shown.current = { key, id, view };
        redraw(undefined);
      }}
      failed={() => {
        if (!isPresent()) return;
        present.current.isBroken = true;
        redraw(undefined);
      }}
    />
  ) : (
    children
  );
  const isMedium = item?.kind === 'artifact' && (item.media === 'image' || item.media === 'video');
  const mustLoad = isMedium && item.uri !== null && !isMissing && !isBroken;
  const isArriving = mustLoad && shown.current?.key !== key;
  const leaving = isArriving ? shown.current : null;
  if (!isArriving) shown.current = { key, id, view };
  const seenId = leaving ? leaving.id : id;
  useLayoutEffect(() => shows?.(seenId), [seenId]);
  useLayoutEffect(() => {
    // What leaves may be visible a little longer, but it is not heard.
    if (leaving) pausePlayers(layers.current?.firstElementChild);
    if (!isArriving && present.current.hasFocus) layers.current?.querySelector<HTMLElement>('.viewport')?.focus();
  }, [key, isArriving]);
  return (
    <div class="stage-layers" ref={layers}>
      {leaving && (
        <div class="stage-layer leaving" key={leaving.key} inert>
          {leaving.view}
        </div>
      )}
      <div class={joinClasses('stage-layer', isArriving && 'arriving')} key={key}>
        {view}
      </div>
    </div>
  );
}

type ItemViewProps = Omit<MediaProps, 'item' | 'uri'> & { readonly item: PreviewItem; readonly isBroken: boolean };

function ItemView({ item, isBroken, ...others }: ItemViewProps) {
  const { details } = others;
  if (item.kind === 'task') return <TaskCard item={item} details={details} />;
  // A missing file fails to load, too.
  if (item.uri === null || details?.isMissing) return <FileNotice kind="missing" item={item} details={details} />;
  if (isBroken) return <FileNotice kind="broken" item={item} details={details} />;
  const props = { ...others, item, uri: item.uri };
  switch (item.media) {
    case 'image':
      return <ImageView {...props} />;
    case 'audio':
      return <AudioView {...props} />;
    case 'video':
      return <VideoView {...props} />;
    case 'markdown':
      return <MarkdownView item={item} details={details} isWriting={false} />;
    case 'text':
      return <TextView item={item} details={details} />;
    case 'file':
      return <FileNotice kind="unsupported" item={item} details={details} />;
    default:
      return assertNever(item.media);
  }
}

const noticeIcons = { missing: 'search', broken: 'warning', unsupported: 'file' } as const;

interface FileNoticeProps {
  readonly kind: keyof typeof noticeIcons;
  readonly item: ArtifactItem;
  readonly details: PreviewDetails | null;
}

/** A notice for a file that cannot be shown, with what helps. */
function FileNotice({ kind, item, details }: FileNoticeProps) {
  const { strings } = usePage();
  return (
    <Notice
      icon={noticeIcons[kind]}
      title={fill(strings[`${kind}Title`], { name: item.name })}
      text={strings[`${kind}Text`]}
    >
      {kind === 'missing' ? <OpenJobFileButton /> : <OpenFileButton id={item.id} details={details} />}
    </Notice>
  );
}
