/*
 * `out[i] = x` makes an array longer where `i` is its length. Where a tensor is the index, the graph would have to be ready
 * for it at each assignment to an element. It is where an assignment cannot be anything else: to an empty array, or at an
 * index that a loop begins with behind the last element. Such an array may be made longer by others too.
 */

const longer = new WeakSet<object>();

/** Tells that an assignment makes the array longer. */
export function noteLonger(array: readonly unknown[]): void {
  longer.add(array);
}

/** Whether an assignment has made the array longer. */
export function mayBecomeLonger(array: readonly unknown[]): boolean {
  return longer.has(array);
}
