/** The first moment (Unix ms) of the local calendar day of `at`, or of the day `daysLater`. */
export function startOfDay(at: number, daysLater = 0): number {
  const day = new Date(at);
  // Days with a change of the clock are not 24 hours long.
  day.setDate(day.getDate() + daysLater);
  return day.setHours(0, 0, 0, 0);
}
