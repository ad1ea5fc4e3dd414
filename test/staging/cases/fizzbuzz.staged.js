n => {
  let text = '';
  let i = 1;
  ug.while_stmt(() => ug.le(i, n, "case.ts:3:19"), () => {
    ug.if_stmt(ug.eq(true, ug.eq(ug.rem(i, 15, "case.ts:5:12"), 0, "case.ts:5:12"), "case.ts:5:12"), () => {
      text = ug.add(text, 'fizzbuzz', "case.ts:6:9");
    }, () => {
      ug.if_stmt(ug.eq(true, ug.eq(ug.rem(i, 3, "case.ts:8:12"), 0, "case.ts:8:12"), "case.ts:8:12"), () => {
        text = ug.add(text, 'fizz', "case.ts:9:9");
      }, () => {
        text = ug.add(text, ug.template`${ug.text(i, "case.ts:12:20")}`, "case.ts:12:9");
      }, ug.state(["text"], () => [text], $ => {
        [text] = $;
      }), "case.ts:8:7", "last case");
    }, ug.state(["text"], () => [text], $ => {
      [text] = $;
    }), "case.ts:5:7", "case");
    i = ug.increment(i, "case.ts:3:27");
  }, ug.state(["text", "i"], () => [text, i], $ => {
    [text, i] = $;
  }), "case.ts:3:3", "for");
  ug.try_stmt(() => {
    ug.if_stmt(ug.gt(ug.length_of(text, "case.ts:16:9"), 1000, "case.ts:16:9"), () => {
      throw ug.thrown(() => new Error('long'), "case.ts:16:29");
    }, () => {}, ug.no_state, "case.ts:16:5");
  }, null, () => {
    ug.optional(log, object => ug.call(object, [text], "case.ts:18:5"), "case.ts:18:5");
  }, ug.no_state, "case.ts:15:3");
  return text;
}
