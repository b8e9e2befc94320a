/** Returns an own property of the object: users may use names such as `constructor`. */
export function getOwn<T>(object: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
