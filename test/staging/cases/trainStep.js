class Trainer {
  /** One step, and what it cost. */
  async step(images, labels, { rate = 0.1 } = {}) {
    "use graph";
    const { value: loss, grads } = tf.variableGrads(() => {
      const logits = this.model.apply(images);
      return tf.losses.softmaxCrossEntropy(labels, logits);
    });
    // A step that would blow up is left out.
    if (loss > 100) {
      this.skipped += 1;
      return loss;
    }
    for (const name of Object.keys(grads)) {
      this.total[name] = this.total[name] + grads[name] * rate;
    }
    this.optimizer.applyGradients(grads); // in place
    return await loss;
  }
}
