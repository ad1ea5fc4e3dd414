import * as t from '@babel/types';
import { innerLists } from '../tree/statements.js';

/** What jumps inside of a statement may lead to without leaving it. */
interface Inside {
  readonly breaks: boolean;
  readonly continues: boolean;
  readonly labels: readonly string[];
}

/** Whether a jump, as the source has it, may lead out of the statement. */
export function leaves(
  statement: t.Statement,
  inside: Inside = { breaks: false, continues: false, labels: [] },
): boolean {
  switch (statement.type) {
    case 'ReturnStatement':
      return true;
    case 'BreakStatement':
      return statement.label ? !inside.labels.includes(statement.label.name) : !inside.breaks;
    case 'ContinueStatement':
      return statement.label ? !inside.labels.includes(statement.label.name) : !inside.continues;
    case 'LabeledStatement': {
      const labels = [...inside.labels, statement.label.name];
      return leaves(statement.body, { ...inside, labels });
    }
    default: {
      const isLoop = t.isLoop(statement);
      const within = {
        ...inside,
        breaks: inside.breaks || isLoop || t.isSwitchStatement(statement),
        continues: inside.continues || isLoop,
      };
      return innerLists(statement).some((list) => list.some((inner) => leaves(inner, within)));
    }
  }
}
