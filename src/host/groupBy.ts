export { groupBy } from '../core/support/groupBy.ts';
