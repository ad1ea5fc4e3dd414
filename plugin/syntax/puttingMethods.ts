/** Methods of arrays, Maps and Sets that put what they are given into what they are called on. */
export const puttingMethods: readonly string[] = ['push', 'unshift', 'splice', 'add', 'set'];
