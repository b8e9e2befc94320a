/** Items with a due time, earliest first. Items with equal times are in no particular order. */
export interface DueQueue<T extends { readonly dueAt: number }> {
  readonly size: number;
  peek(): T | undefined;
  push(item: T): void;
  pop(): T | undefined;
}

/** Creates a binary heap. With thousands of tasks, keeping a list sorted would be most of the work. */
export function createDueQueue<T extends { readonly dueAt: number }>(): DueQueue<T> {
  const heap: T[] = [];
  const isBefore = (one: number, other: number): boolean =>
    (heap[one]?.dueAt ?? Infinity) < (heap[other]?.dueAt ?? Infinity);
  const swap = (one: number, other: number): void => {
    const [a, b] = [heap[one], heap[other]];
    if (a === undefined || b === undefined) return;
    heap[one] = b;
    heap[other] = a;
  };
  const rise = (from: number): void => {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!isBefore(at, parent)) return;
      swap(at, parent);
      at = parent;
    }
  };
  const sink = (): void => {
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const child = isBefore(right, left) ? right : left;
      if (!isBefore(child, at)) return;
      swap(at, child);
      at = child;
    }
  };
  return {
    get size() {
      return heap.length;
    },
    peek: () => heap[0],
    push(item) {
      heap.push(item);
      rise(heap.length - 1);
    },
    pop() {
      swap(0, heap.length - 1);
      const first = heap.pop();
      sink();
      return first;
    },
  };
}
