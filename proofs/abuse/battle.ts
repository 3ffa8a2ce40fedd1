/** The context of an attack: `isOver` is true when it has to stop, `saw` counts the responses. */
export interface Battle {
  port: number;
  isOver: () => boolean;
  saw: (what: string) => void;
  /** How much the attacker got, and the maximum that is allowed. */
  bound: (what: string, got: number, most: number) => void;
}
export type Attack = (battle: Battle) => Promise<void>;
