import type { PreviewStrings } from '../../../protocol/previewStrings.ts';
import type { L10n } from '../../ui/l10n.ts';
import { buildSheetStrings } from './sheetStrings.ts';

/** The webview's strings in the language of the workbench. Placeholders are kept, because the webview fills them. */
export function buildPreviewStrings(l10n: L10n): PreviewStrings {
  return {
    ...itemStrings(l10n),
    ...viewStrings(l10n),
    ...detailStrings(l10n),
    ...stateStrings(l10n),
    ...hintStrings(l10n),
    ...buildSheetStrings(l10n),
  };
}

function itemStrings(l10n: L10n) {
  return {
    emptyTitle: l10n.t('No results yet'),
    emptyText: l10n.t('Run Generate in the job file. Its results are shown here.'),
    loading: l10n.t('Reading the runs file...'),
    previous: l10n.t('Previous (←)'),
    next: l10n.t('Next (→)'),
    position: l10n.t('{index} of {count}'),
    inProgress: l10n.t('in progress'),
    moreInProgress: l10n.t('{count} more in progress'),
    results: l10n.t('Results, newest first'),
    zoom: l10n.t('Zoom'),
    zoomIn: l10n.t('Zoom In (+)'),
    zoomOut: l10n.t('Zoom Out (-)'),
    zoomFit: l10n.t('Fit (F)'),
    zoomActual: l10n.t('Actual Size (A)'),
    zoomHelp: l10n.t('Image {name}. Plus and minus zoom, F fits, A is actual size, Shift and arrow keys move.'),
    reveal: l10n.t('Reveal in Explorer'),
    copyPath: l10n.t('Copy Path'),
    copied: l10n.t('Path copied'),
    recall: l10n.t('Recall Job'),
    openFile: l10n.t('Open File'),
    openOutside: l10n.t('Open Outside'),
    openJobFile: l10n.t('Open Job File'),
    sandbox: l10n.t('Sandbox'),
    sandboxHint: l10n.t(
      'Made by simple rules of the built-in sandbox, so it may not show what the prompt asks for. It is free, and no gateway was called.',
    ),
  };
}

function viewStrings(l10n: L10n) {
  return {
    play: l10n.t('Play (Space)'),
    pause: l10n.t('Pause (Space)'),
    mute: l10n.t('Mute'),
    unmute: l10n.t('Unmute'),
    seek: l10n.t('Position'),
    seekValue: l10n.t('{time} of {duration}'),
    lyrics: l10n.t('Lyrics'),
    spokenText: l10n.t('Spoken text'),
    videoHelp: l10n.t('Video {name}. Space plays and pauses, M mutes, comma and period step by a frame.'),
    silentSound: l10n.t('Plays without audio because VS Code has no decoder for {codec}.'),
    silentPicture: l10n.t('Plays without video because VS Code has no decoder for {codec}.'),
    writing: l10n.t('Being written'),
    copyText: l10n.t('Copy Text'),
    copyCode: l10n.t('Copy Code'),
    textCopied: l10n.t('Copied'),
    pictures: l10n.t('Images of the same response'),
    imageLeftOut: l10n.t('Image left out: {name}'),
    unreadableTitle: l10n.t('The results cannot be read'),
    readAgain: l10n.t('Try Again'),
    missingTitle: l10n.t('{name} is no longer here'),
    missingText: l10n.t(
      'The file was moved, renamed or deleted, or it is outside this workspace folder. The details show its request.',
    ),
    brokenTitle: l10n.t('{name} cannot be shown'),
    brokenText: l10n.t('The file is damaged, or its content is of a kind that VS Code cannot show.'),
    unsupportedTitle: l10n.t('{name} is not shown here'),
    unsupportedText: l10n.t('The preview shows only images, audio, video and text.'),
    textCut: l10n.t('Only the beginning is shown. Select Open File to see everything.'),
  };
}

function detailStrings(l10n: L10n) {
  return {
    showDetails: l10n.t('Show Details'),
    hideDetails: l10n.t('Hide Details'),
    details: l10n.t('Details'),
    prompt: l10n.t('Prompt'),
    file: l10n.t('File'),
    model: l10n.t('Model'),
    seed: l10n.t('Seed'),
    cost: l10n.t('Cost'),
    taskId: l10n.t('Task ID'),
    date: l10n.t('Date'),
    size: l10n.t('File size'),
    dimensions: l10n.t('Dimensions'),
    duration: l10n.t('Duration'),
    took: l10n.t('Generation time'),
    job: l10n.t('Job'),
    endpoint: l10n.t('Endpoint'),
    profile: l10n.t('Profile'),
    request: l10n.t('Request'),
    unknownValue: l10n.t('Unknown'),
    elapsed: l10n.t('Elapsed'),
    progress: l10n.t('Progress'),
    gatewaySays: l10n.t('Status of the gateway: "{word}"'),
    announceSaved: l10n.t('{name} is saved'),
    announceEnded: l10n.t('{name}: {state}'),
  };
}

function stateStrings(l10n: L10n) {
  return {
    'state.planned': l10n.t('Waiting'),
    'state.sending': l10n.t('Sending'),
    'state.pending': l10n.t('Queued'),
    'state.running': l10n.t('Running'),
    'state.saving': l10n.t('Saving'),
    'state.saved': l10n.t('Saved'),
    'state.failed': l10n.t('Failed'),
    'state.unconfirmed': l10n.t('Unconfirmed'),
    'state.lost': l10n.t('Lost'),
    'state.unsaved': l10n.t('Not saved'),
    'state.stopped': l10n.t('Stopped'),
    'state.skipped': l10n.t('Skipped'),
    'action.stopWatching': l10n.t('Stop Watching'),
    'action.resume': l10n.t('Resume'),
    'action.retry': l10n.t('Retry'),
    'action.resubmit': l10n.t('Resubmit'),
    'action.dismiss': l10n.t('Dismiss'),
    'action.saveAgain': l10n.t('Save Again'),
  };
}

function hintStrings(l10n: L10n) {
  return {
    'hint.unconfirmed': l10n.t(
      'The request was sent but got no response, so it may have been charged. Select Resubmit or Dismiss in the Tasks view.',
    ),
    'hint.lost': l10n.t('The gateway does not know this task. Select Resume in the Tasks view to query it again.'),
    'hint.unsaved': l10n.t('The result is still at the gateway. Select Save Again in the Tasks view to fetch it.'),
    'hint.stopped': l10n.t('Select Resume in the Tasks view to continue.'),
  };
}
