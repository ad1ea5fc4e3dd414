import * as ug from "use-graph/staged"; var settle$graph; import * as tf from '@tensorflow/tfjs-core';

/** Doc of settle. */
export function settle(x, limit = void 0) {
  return ug.enter(settle$graph ??= ug.slot({ name: "settle", at: "settle.js:4:8", length: 1, parameters: ["x", "limit"] }), undefined, arguments, (x, limit = 10) => {
    // How often it ran.
    let count = 0; // a counter
    let did_break = false;

    /* The loop. */
    ug.while_stmt(() => ug.and(ug.not(did_break, "settle.js:10:3"), () => ug.gt(ug.call_method(tf, "sum", [x], "settle.js:10:10"), 1, "settle.js:10:10"), "settle.js:10:3"), () => {
      // Each time a bit.
      x = ug.call_method(tf, "tanh", [x], "settle.js:12:9"); // squash
      count = ug.increment(count, "settle.js:13:5");

      // Enough?
      ug.if_stmt(ug.gt(count, limit, "settle.js:16:9"), () => {
        // Too often.
        did_break = true;
      }, () => {}, ug.state(["did break"], () => [did_break], $ => { [did_break] = $; }, { flags: [0] }), "settle.js:16:5");
      // end of body
    }, ug.state(["x", "count", "did break"], () => [x, count, did_break], $ => { [x, count, did_break] = $; }, { flags: [2] }), "settle.js:10:3");

    ug.for_stmt([[1, 2]], item => {
      const [a, b] = ug.elements(item, 2, "settle.js:23:8");
      // In the host loop.
      x = ug.call_method(x, "add", [ug.mul(a, b, "settle.js:25:15")], "settle.js:25:9"); // use 'em
    }, null, ug.state(["x"], () => [x], $ => { [x] = $; }), "settle.js:23:3");
    const f = (y) => ug.mul(y, 2.5, "settle.js:27:20"); // a helper
    // The result.
    return ug.call(f, [x], "settle.js:29:10");
  });
}
