/** When something happens, and the ids of what it writes. One moment is shared by everything of one effect. */
export type WriteContext = {
  at: Date;
  /** A new id, sortable by time. */
  newId: () => string;
};
