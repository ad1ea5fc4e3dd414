const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });

/** Has the worker run its program; rejects with what it threw. */
window.ask = (backend) =>
  new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => (data.error ? reject(new Error(data.error)) : resolve(data));
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(backend);
  });
