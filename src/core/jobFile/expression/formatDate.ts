import type { JsonValue } from '../../support/json/json.ts';
import { toText } from './toText.ts';

const token = /YYYY|YY|MM|DD|HH|mm|ss/g;

/**
 * Formats with `YYYY-MM-DD HH:mm:ss`. Other characters of the format stay unchanged. Accepts milliseconds or ISO 8601,
 * and keeps the local time that a string with an offset shows. A value that is not a date is returned as a string.
 */
export function formatDate(value: JsonValue, format: string): string {
  const parts = readParts(value);
  if (!parts) return toText(value);
  return format.replaceAll(token, (name) => parts[name] ?? name);
}

const isoText = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?/;

function readParts(value: JsonValue): Readonly<Record<string, string>> | null {
  const text = typeof value === 'number' ? buildIsoText(value, 0) : toText(value);
  const match = isoText.exec(text);
  if (!match) return null;
  const [, YYYY = '', MM = '', DD = '', HH = '00', mm = '00', ss = '00'] = match;
  return { YYYY, YY: YYYY.slice(2), MM, DD, HH, mm, ss };
}

/** `2026-11-21T12:30:00+01:00`: the local time at an offset from UTC. Empty for a time outside the calendar. */
export function buildIsoText(ms: number, utcOffsetMinutes: number): string {
  const wallClock = new Date(ms + utcOffsetMinutes * 60_000);
  if (Number.isNaN(wallClock.getTime())) return '';
  const base = wallClock.toISOString().slice(0, 19);
  if (utcOffsetMinutes === 0) return `${base}Z`;
  const minutes = Math.abs(utcOffsetMinutes);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((each) => String(each).padStart(2, '0'));
  return `${base}${utcOffsetMinutes < 0 ? '-' : '+'}${hours}:${rest}`;
}
