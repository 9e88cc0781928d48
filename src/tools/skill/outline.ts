import { type Outline, type Place, touchAt } from '../../core/place.ts';
import type { SkillInput } from './input.ts';

/** What a skill call would do on another machine. */
export function outlineSkill(input: SkillInput, place: Place): Outline {
  const title = `skill ${input.action}`;
  if (input.action === 'validate') return touchAt(place, 'read', { title, path: input.path, input });
  const effects = input.action === 'show' ? [{ kind: 'skill' as const, name: input.name }] : [];
  return { title, effects, display: [], input };
}
