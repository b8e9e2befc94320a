import { useLayoutEffect, useState } from 'preact/hooks';
import type { PreviewItem } from '../../protocol/previewItem.ts';
import { Icon, joinClasses } from '../elements.tsx';
import { stateIcons } from '../../protocol/stateIcons.ts';
import { iconOf } from '../icons.ts';
import { isLive } from '../state.ts';
import { usePage } from '../usePage.ts';
import type { Thumbnail } from './thumbnails.ts';

/** Shows an item in a small element: its thumbnail, or a sign until there is one. A picture is replaced only by another. */
export function Picture({ item, class: name }: { readonly item: PreviewItem; readonly class: string }) {
  const { thumbnails } = usePage();
  // A mark or a new name leaves the picture unchanged.
  const key = item.kind === 'artifact' ? `${item.media} ${item.uri}` : 'task';
  const [drawn, setDrawn] = useState<{ readonly key: string; readonly thumbnail: Thumbnail } | null>(null);
  useLayoutEffect(() => {
    if (item.kind === 'task' || item.uri === null || item.media === 'file') return undefined;
    return thumbnails.request(item, (thumbnail) => setDrawn({ key, thumbnail }));
  }, [key]);
  const thumbnail = drawn?.key === key ? drawn.thumbnail : null;
  if (item.kind === 'task' || !thumbnail || thumbnail.kind === 'none') {
    return (
      // The sign of its kind stays without a picture: the file may be whole, and only its codec missing.
      <span class={joinClasses(name, 'sign', thumbnail && 'no-picture')}>
        <Sign item={item} />
      </span>
    );
  }
  if (thumbnail.kind === 'text') return <span class={joinClasses(name, 'excerpt')}>{thumbnail.text}</span>;
  return (
    <span class={joinClasses(name, `of-${item.media}`)}>
      {item.media === 'audio' ? (
        <span class="wave" style={{ maskImage: `url(${thumbnail.url})` }} />
      ) : (
        <Image key={thumbnail.url} item={item} url={thumbnail.url} />
      )}
    </span>
  );
}

function Image({ item, url }: { readonly item: PreviewItem; readonly url: string }) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return <Icon name={iconOf(item)} />;
  return <img src={url} alt="" decoding="async" draggable={false} onError={() => setIsBroken(true)} />;
}

function Sign({ item }: { readonly item: PreviewItem }) {
  if (item.kind === 'artifact') return <Icon name={item.uri === null ? 'search' : iconOf(item)} />;
  return (
    <>
      <Icon
        name={iconOf(item)}
        class={joinClasses(iconOf(item) === stateIcons.running.icon && 'spin', `sign-${item.state}`)}
      />
      {isLive(item) && item.progress !== null && (
        <span class="sign-progress" style={{ inlineSize: `${item.progress * 100}%` }} />
      )}
    </>
  );
}
