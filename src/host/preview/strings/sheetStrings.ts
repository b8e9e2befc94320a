import { searchExample } from '../../../core/artifact/search/parseSearch.ts';
import type { L10n } from '../../ui/l10n.ts';

/** The strings of the contact sheet. See `buildPreviewStrings`. */
export function buildSheetStrings(l10n: L10n) {
  return {
    ...barStrings(l10n),
    ...filterStrings(l10n),
    ...cellStrings(l10n),
    ...compareStrings(l10n),
    ...menuStrings(l10n),
    ...keyStrings(l10n),
  };
}

function barStrings(l10n: L10n) {
  return {
    sheet: l10n.t('Contact sheet'),
    showSheet: l10n.t('Contact Sheet (G)'),
    showStage: l10n.t('Single Result (G)'),
    search: l10n.t('Search prompts, names and notes'),
    searchHint: l10n.t('Words, or {filters}', { filters: searchExample }),
    filters: l10n.t('Filters'),
    clearFilters: l10n.t('Clear Filters'),
    resultCount: l10n.t('Results: {count}'),
    matchCount: l10n.t('{count} of {total}'),
    selectedCount: l10n.t('{count} selected'),
    newCount: l10n.t('{count} new'),
    showNew: l10n.t('Show New Results'),
    cellSize: l10n.t('Cell size'),
    sort: l10n.t('Sort by'),
    'sort.newest': l10n.t('Newest first'),
    'sort.oldest': l10n.t('Oldest first'),
    'sort.matrix': l10n.t('Order of the matrix'),
    'sort.rating': l10n.t('Best first'),
    'sort.cost': l10n.t('Most expensive first'),
    'sort.name': l10n.t('Name'),
    rows: l10n.t('Rows'),
    columns: l10n.t('Columns'),
    noAxis: l10n.t('None'),
    otherResults: l10n.t('Other results'),
    noMatchTitle: l10n.t('No result matches the filters'),
    noMatchText: l10n.t('{count} results are hidden.'),
  };
}

function compareStrings(l10n: L10n) {
  return {
    compare: l10n.t('Compare (C)'),
    compareCount: l10n.t('Compare {count} Results'),
    selectToCompare: l10n.t('Select two to four results to compare them.'),
    leaveCompare: l10n.t('Back to All Results (Escape)'),
    slider: l10n.t('Divide by a Line (D)'),
    sliderLabel: l10n.t('Line between {first} on the left and {second} on the right'),
    textDiff: l10n.t('Show Differences (D)'),
    diffLabel: l10n.t('Differences between {first} and {second}'),
    diffCut: l10n.t('Only the beginning is compared. Open Diff compares the whole files.'),
    noTextDifference: l10n.t('The contents do not differ.'),
    openDiff: l10n.t('Open Diff'),
    noDifference: l10n.t('The requests do not differ.'),
  };
}

function filterStrings(l10n: L10n) {
  return {
    mark: l10n.t('Mark'),
    'mark.all': l10n.t('Any mark'),
    'mark.star': l10n.t('Starred'),
    'mark.unrejected': l10n.t('Not rejected'),
    'mark.unmarked': l10n.t('Unmarked'),
    'mark.reject': l10n.t('Rejected'),
    rating: l10n.t('Rating'),
    anyRating: l10n.t('Any rating'),
    minRating: l10n.t('Rated {rating} or more'),
    state: l10n.t('State'),
    'show.present': l10n.t('All but missing'),
    'show.missing': l10n.t('Missing'),
    'show.all': l10n.t('Any state'),
    'show.saved': l10n.t('Saved'),
    'show.live': l10n.t('In progress'),
    'show.problem': l10n.t('Failed or stopped'),
    anyModel: l10n.t('Any model'),
    anyJob: l10n.t('Any job'),
    run: l10n.t('Run'),
    anyRun: l10n.t('All runs'),
    newestRun: l10n.t('Newest run'),
    anyDate: l10n.t('Any date'),
    today: l10n.t('Today'),
    lastWeek: l10n.t('Last 7 days'),
    lastMonth: l10n.t('Last 30 days'),
    since: l10n.t('Since {date}'),
    maxCost: l10n.t('Up to {amount}'),
    anyCost: l10n.t('Any cost'),
    anyValue: l10n.t('Any {axis}'),
  };
}

function cellStrings(l10n: L10n) {
  return {
    isStarred: l10n.t('starred'),
    isRejected: l10n.t('rejected'),
    isRated: l10n.t('rating {rating}'),
    hasNote: l10n.t('with a note'),
    inRow: l10n.t('row {value}'),
    inColumn: l10n.t('column {value}'),
  };
}

function menuStrings(l10n: L10n) {
  return {
    'menu.open': l10n.t('Show Single Result'),
    'menu.note': l10n.t('Note...'),
    'menu.delete': l10n.t('Delete...'),
  };
}

/** The list of keys describes them in sentence case. Menus and buttons have title case. */
function keyStrings(l10n: L10n) {
  return {
    close: l10n.t('Close'),
    noteOf: l10n.t('Note on {name}'),
    saveNote: l10n.t('Save'),
    selectToUse: l10n.t('Select one result of a matrix to use its combination.'),
    useCombination: l10n.t('Use This Combination'),
    keys: l10n.t('Keys'),
    showKeys: l10n.t('Keys (?)'),
    'key.switch': l10n.t('Contact sheet or single result'),
    'key.open': l10n.t('Show the single result'),
    'key.back': l10n.t('Back to the contact sheet'),
    'key.move': l10n.t('Move'),
    'key.extend': l10n.t('Extend the selection'),
    'key.selectAll': l10n.t('Select all'),
    'key.toggle': l10n.t('Add to the selection, or take out'),
    'key.star': l10n.t('Star'),
    'key.reject': l10n.t('Reject'),
    'key.rate': l10n.t('Rate'),
    'key.clear': l10n.t('Remove star, reject and rating'),
    'key.note': l10n.t('Write a note'),
    'key.undo': l10n.t('Undo the last mark'),
    'key.compare': l10n.t('Compare two to four results'),
    'key.divide': l10n.t('Show two results in one view'),
    'key.use': l10n.t('Use the combination of the result'),
    'key.delete': l10n.t('Delete'),
    'key.search': l10n.t('Search'),
    'key.filters': l10n.t('Filters'),
    'key.showNew': l10n.t('Show new results'),
    'key.menu': l10n.t('Menu of the result'),
  };
}
