(images, labels, argument) => {
  return ug.settled(() => {
    let return_value = ug.not_returned;
    let {
      rate
    } = ug.with_defaults(argument, [() => ({}), {
      rate: () => 0.1
    }], "case.ts:3:30");
    const {
      value: loss,
      grads
    } = ug.call_method(tf, "variableGrads", [() => {
      const logits = ug.call_method(this.model, "apply", [images], "case.ts:6:22");
      return ug.call_method(tf.losses, "softmaxCrossEntropy", [labels, logits], "case.ts:7:14");
    }], "case.ts:5:36");
    // A step that would blow up is left out.
    ug.if_stmt(ug.gt(loss, 100, "case.ts:10:9"), () => {
      this.skipped = ug.written(ug.add(this.skipped, 1, "case.ts:11:7"), this, "skipped", "case.ts:11:7");
      return_value = loss;
    }, () => {
      ug.for_stmt(ug.call_method(Object, "keys", [grads], "case.ts:14:24"), name => {
        const object = ug.from_outside(this.total, "case.ts:15:7", "this.total", this);
        const updated = ug.set_item(object, name, ug.add(ug.get_item(this.total, name, "case.ts:15:26"), ug.mul(ug.get_item(grads, name, "case.ts:15:45"), rate, "case.ts:15:45"), "case.ts:15:26"), "case.ts:15:7");
        if (updated !== object) this.total = ug.written(updated, this, "total", "case.ts:15:7");
      }, null, ug.state(["this.total"], () => [this.total], $ => {
        ug.put_back(this, "total", $[0]);
      }, {
        mutated: [0]
      }), "case.ts:14:5");
      ug.call_method(this.optimizer, "applyGradients", [grads], "case.ts:17:5"); // in place
      return_value = ug.await_value(loss, "case.ts:18:12");
    }, ug.state(["return value", "this.skipped", "this.total"], () => [return_value, this.skipped, this.total], $ => {
      [return_value, this.skipped] = $;
      ug.put_back(this, "total", $[2]);
    }, {
      results: [0],
      mutated: [2]
    }), "case.ts:10:5", "leaving");
    return return_value;
  }, "case.ts:3:3");
}
