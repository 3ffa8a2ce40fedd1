/** Due work is claimed by kind, the oldest of each first. The index by time alone stays while an older version may still claim by it. */
export const workByKind = `
CREATE INDEX due_work_kinds ON due_work (kind, due_at, work_id) WHERE lane IS NULL;
CREATE INDEX throttle_counters_start ON throttle_counters (window_start);
`
