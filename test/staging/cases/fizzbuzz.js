function fizzbuzz(n) {
  let text = '';
  for (let i = 1; i <= n; i++) {
    switch (true) {
      case i % 15 === 0:
        text += 'fizzbuzz';
        break;
      case i % 3 === 0:
        text += 'fizz';
        break;
      default:
        text += `${i}`;
    }
  }
  try {
    if (text.length > 1000) throw new Error('long');
  } finally {
    log?.(text);
  }
  return text;
}
