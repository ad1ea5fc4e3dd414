x => {
  ug.while_stmt(() => ug.gt(ug.call_method(tf, "sum", [x], "case.ts:4:10"), 1, "case.ts:4:10"), () => {
    x = ug.call_method(tf, "tanh", [x], "case.ts:4:29");
  }, ug.state(["x"], () => [x], $ => {
    [x] = $;
  }), "case.ts:4:3");
  return x;
}
