//// the gradient through a list that may have lost its only element
function f(x, t) {
  "use graph";
  return tf.grad((x) => {
    const s = [x[0]];
    if (x[0] > t) s.push(x[0] * 2);
    s.pop();
    return s.reduce((a, b) => a + b, tf.sum(x));
  })(x);
}
//> f([0.9], 0.7) => [2]
//> f([0.1], 0.7) => [1]
//> f([0.1, 2], 0.7) => [1, 1]
//> f([0.9, 2], 0.7) => [2, 1]

//// the gradient through the rows of a list, of which there may be none
function f(x, t) {
  "use graph";
  return tf.grad((x) => {
    const rows = [];
    for (const row of tf.unstack(x)) if (tf.sum(row) > t) rows.push(row * row);
    rows.shift();
    let product = tf.sum(x);
    for (const row of rows) product = product + tf.sum(row);
    return product;
  })(x);
}
//> f([[1, 2], [3, 4]], 0) => [[1, 1], [7, 9]]
//> f([[1, 2], [3, 4]], 5) => [[1, 1], [1, 1]]
//> f([[1, 2], [3, 4]], 50) => [[1, 1], [1, 1]]
