import { generated } from '../core/generated.ts';
import shipped from './shipped.generated.json' with { type: 'json' };

/** A skill that comes with the program. */
export interface ShippedSkill {
  readonly name: string;
  /** Its whole SKILL.md. */
  readonly text: string;
}

/** The skills of the `skills/` folder, embedded for the compiled program. */
export const shippedSkills = generated<readonly ShippedSkill[]>(shipped);
