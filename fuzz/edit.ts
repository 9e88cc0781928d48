import fc from 'fast-check';
import * as v from 'valibot';
import { applyEdit } from '../src/tools/edit/apply.ts';
import { findMatches } from '../src/tools/edit/match.ts';
import { propertySuite } from './property.ts';

const unit = fc.constantFrom('a', 'b', ' ', '\t', '\n', '\r\n', '\r', '’', "'", '—', '-', '😀');
const text = (maxLength: number) => fc.array(unit, { maxLength }).map((parts) => parts.join(''));

export const edit = propertySuite({
  title: 'Edits that change text outside their match, or match not exactly once',
  schema: v.object({ text: v.string(), old: v.string(), fresh: v.string(), all: v.boolean() }),
  arbitrary: fc.record({
    text: text(30),
    old: text(4).filter((old) => old !== ''),
    fresh: text(4),
    all: fc.boolean(),
  }),
  problemOf: ({ text: before, old, fresh, all }) => {
    const { spans } = findMatches(before, old, all);
    const applied = applyEdit(before, { old, new: fresh, replaceAll: all });
    if ('matches' in applied) {
      return spans.length === 0 || (!all && spans.length > 1) ? null : 'a match was not applied';
    }
    if (spans.length === 0 || (!all && spans.length !== 1)) return 'it was applied without one match';
    if (applied.replacements !== spans.length) return 'it counts other replacements than matches';
    if (!`${before}${old}`.includes('\r') && applied.tier === 'exact' && all) {
      return applied.text === before.split(old).join(fresh) ? null : 'it is not what split and join give';
    }
    let at = 0;
    for (const [index, { start, end }] of spans.entries()) {
      const kept = before.slice(spans[index - 1]?.end ?? 0, start);
      if (end <= start || !applied.text.startsWith(kept, at)) return `text before match ${index} changed`;
      at += kept.length;
      const news = [fresh.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n'), fresh.replaceAll('\r\n', '\n')];
      const put = [fresh, ...news].filter((one) => applied.text.startsWith(one, at));
      const next = before.slice(end, spans[index + 1]?.start);
      const fits = put.find((one) => applied.text.startsWith(next, at + one.length));
      if (fits === undefined) return `text after match ${index} changed`;
      at += fits.length;
    }
    const rest = before.slice(spans.at(-1)?.end);
    return applied.text.endsWith(rest) ? null : 'the end changed';
  },
});
