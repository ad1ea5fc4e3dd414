const shown = 240;

/** Bars for the rounds of the last frames. */
export function drawHistory(canvas, history) {
  if (history.length > shown) history.splice(0, history.length - shown);
  canvas.dataset.rounds = history.join(' ');
  const ratio = devicePixelRatio;
  const [width, height] = [canvas.clientWidth * ratio, canvas.clientHeight * ratio];
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  context.fillStyle = '#ff8f6b';
  const most = Math.max(10, ...history);
  history.forEach((rounds, frame) => {
    const bar = (rounds / most) * height;
    context.fillRect((frame * width) / shown, height - bar, width / shown - 1, bar);
  });
}
