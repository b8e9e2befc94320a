/** Phrases for the answers of the sandbox. Every phrase can follow every subject, in the singular or in the plural. */

export const moods = [
  'quiet',
  'bright',
  'unhurried',
  'weathered',
  'golden',
  'curious',
  'wide-open',
  'hand-made',
] as const;
export const lights = [
  'in the first light',
  'after the rain',
  'at blue hour',
  'under a wide sky',
  'by lamplight',
  'in late autumn',
] as const;
export const moves = [
  'waiting',
  'drifting',
  'glowing',
  'humming',
  'turning slowly',
  'coming home',
  'listening',
] as const;
export const details = [
  'the sound that stays when everybody has left',
  'one color that returns everywhere',
  'the smell of salt and warm wood',
  'a small mistake that makes it human',
  'the moment just before it begins',
  'the longest shadow of the day',
  'the detail that a child would notice first',
  'the thing that nobody photographs',
] as const;
export const things = [
  'Harbor',
  'Lantern',
  'Tide',
  'Compass',
  'Gull',
  'Horizon',
  'Ember',
  'Keel',
  'Meadow',
  'Attic',
] as const;
export const styles = ['soft watercolor', 'grainy film photograph', 'fine ink drawing', 'low-poly diorama'] as const;
