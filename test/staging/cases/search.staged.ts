(table: Tensor, wanted: number, limit?: number) => {
  let did_return = false;
  let return_value = ug.not_returned;
  let seen = 0;
  let did_break = false;
  ug.for_stmt(table, row => {
    let did_continue = false;
    let i = 0;
    ug.while_stmt(() => ug.and(ug.not(ug.or(did_continue, () => did_return, "case.ts:5:5"), "case.ts:5:5"), () => ug.lt(i, ug.nullish(limit, () => 10, "case.ts:5:26"), "case.ts:5:21"), "case.ts:5:5"), () => {
      ug.if_stmt(ug.lt(ug.get_item(row, i, "case.ts:6:11")!, 0, "case.ts:6:11"), () => {
        did_continue = true;
      }, () => {
        ug.if_stmt(ug.eq(ug.get_item(row, i, "case.ts:7:11"), wanted, "case.ts:7:11"), () => {
          did_return = true;
          return_value = i;
        }, () => {
          seen = ug.increment(seen, "case.ts:8:7");
          i = ug.increment(i, "case.ts:5:40");
        }, ug.state(["did return", "return value", "seen", "i"], () => [did_return, return_value, seen, i], $ => {
          [did_return, return_value, seen, i] = $;
        }, {
          flags: [0],
          results: [1]
        }), "case.ts:7:7", "leaving");
      }, ug.state(["did continue", "did return", "return value", "seen", "i"], () => [did_continue, did_return, return_value, seen, i], $ => {
        [did_continue, did_return, return_value, seen, i] = $;
      }, {
        flags: [0, 1],
        results: [2]
      }), "case.ts:6:7", "leaving");
    }, ug.state(["did continue", "did return", "return value", "seen", "i"], () => [did_continue, did_return, return_value, seen, i], $ => {
      [did_continue, did_return, return_value, seen, i] = $;
    }, {
      flags: [0, 1],
      results: [2]
    }), "case.ts:5:5", "for");
    ug.if_stmt(ug.not(ug.or(did_continue, () => did_return, "case.ts:5:5"), "case.ts:5:5"), () => {
      ug.if_stmt(ug.gt(seen, 100, "case.ts:10:9"), () => {
        did_break = true;
      }, () => {}, ug.state(["did break"], () => [did_break], $ => {
        [did_break] = $;
      }, {
        flags: [0]
      }), "case.ts:10:5");
    }, () => {}, ug.state(["did break"], () => [did_break], $ => {
      [did_break] = $;
    }, {
      flags: [0]
    }), "case.ts:5:5", "guard");
  }, () => ug.not(ug.or(did_return, () => did_break, "case.ts:4:9"), "case.ts:4:9"), ug.state(["did return", "return value", "seen", "did break"], () => [did_return, return_value, seen, did_break], $ => {
    [did_return, return_value, seen, did_break] = $;
  }, {
    flags: [0, 3],
    results: [1]
  }), "case.ts:4:9");
  ug.if_stmt(ug.not(did_return, "case.ts:4:9"), () => {
    return_value = ug.neg(seen, "case.ts:12:10");
  }, () => {}, ug.state(["return value"], () => [return_value], $ => {
    [return_value] = $;
  }, {
    results: [0]
  }), "case.ts:4:9", "guard");
  return return_value;
}
